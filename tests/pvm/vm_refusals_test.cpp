// Tests of source that deployment refuses: line, column and reason.
#include <gtest/gtest.h>

#include "pvm/pvm.hpp"

namespace lariat::pvm {
namespace {

std::string refusal(std::string_view source)
{
    const auto program = compile(source, {});
    return program ? "accepted" : program.error().to_string();
}

TEST(PvmRefusals, ModulesOutsideTheListAreNotAllowed)
{
    EXPECT_EQ(refusal("import os"), "line 1, column 8: import of 'os' is not allowed");
    EXPECT_EQ(refusal("x = 1\nfrom sys import path"), "line 2, column 1: import of 'sys' is not allowed");
    EXPECT_EQ(
        refusal("import json, base64, hashlib, collections, functools, itertools, operator, string, typing"),
        "accepted");
}

TEST(PvmRefusals, EveryModuleOfTheListIsThere)
{
    for (const char* module :
         {"pvm_host", "cowboy_sdk", "json", "base64", "hashlib", "struct", "collections", "enum", "functools",
          "itertools", "operator", "string", "typing", "dataclasses"})
        EXPECT_EQ(refusal(std::string("import ") + module), "accepted");
}

TEST(PvmRefusals, NamesThatAModuleLacksAreNamedWithIt)
{
    EXPECT_EQ(refusal("from enum import Enum, global_enum"),
              "line 1, column 24: module 'enum' has no name 'global_enum'");
    EXPECT_EQ(refusal("def go(p):\n    from json import dump"),
              "line 2, column 22: module 'json' has no name 'dump'");
    EXPECT_EQ(refusal("from cowboy_sdk import runtime, PriorityTier, actor, schedule_timer\n"
                      "from pvm_host import HostError, get_state\nfrom json import JSONDecodeError, loads\n"
                      "from operator import add, invert, itemgetter\nfrom typing import Any, List, Generic\n"
                      "from base64 import b64encode\nfrom hashlib import sha256\n"
                      "from string import digits, capwords\nfrom functools import reduce as fold"),
              "accepted");
}

TEST(PvmRefusals, ImportOfEverythingIsForModuleLevelAndListedModules)
{
    EXPECT_EQ(refusal("from json import *\nx = loads"), "accepted");
    EXPECT_EQ(refusal("def f():\n    from json import *"),
              "line 2, column 5: import * only allowed at module level");
    EXPECT_EQ(refusal("class A:\n    from json import *"),
              "line 2, column 5: import * only allowed at module level");
    EXPECT_EQ(refusal("from os import *"), "line 1, column 1: import of 'os' is not allowed");
}

TEST(PvmRefusals, NamesThatNoModuleHasAreRefusedWhereTheyStand)
{
    EXPECT_EQ(refusal("import pvm_host\ndef go(p):\n    pvm_host.set_gba(None)"), "accepted");
    EXPECT_EQ(refusal("import pvm_host as h\nx = h.drop"), "accepted");
    EXPECT_EQ(refusal("from cowboy_sdk import actor, TxFeeParams"), "accepted");
    EXPECT_NE(refusal("from pvm_host import sleep").find("line 1"), std::string::npos);
    EXPECT_EQ(refusal("class Bag:\n    def drop(self): pass\ndef go(p):\n    Bag().drop()"), "accepted");
}

TEST(PvmRefusals, FloatsAreRefusedByLiteralAndByName)
{
    EXPECT_NE(refusal("x = 1.5").find("line 1, column 5"), std::string::npos);
    EXPECT_EQ(refusal("def f(p):\n    return float(p)"),
              "line 2, column 12: 'float': floating point is not available");
    EXPECT_EQ(refusal("def float(x): return x\ny = float(1)"), "accepted");
}

TEST(PvmRefusals, WhatReadsOrRunsCodeIsRefusedByName)
{
    for (const char* name :
         {"eval", "exec", "compile", "open", "globals", "locals", "vars", "id", "__import__"})
        EXPECT_NE(refusal(std::string(name) + "('1')").find("not available"), std::string::npos) << name;
}

TEST(PvmRefusals, ASecondActorMarkIsRefused)
{
    EXPECT_NE(refusal("from cowboy_sdk import actor\n@actor\nclass A: pass\n@actor\nclass B: pass")
                  .find("second class is marked"),
              std::string::npos);
}

TEST(PvmRefusals, HandlersAreJudgedOnTheSource)
{
    const auto has = [](std::string_view source, std::string_view handler) {
        return defines_handler(*compile(source, {}).value(), handler);
    };
    EXPECT_TRUE(has("class A:\n    def go(self, p): pass", "go"));
    EXPECT_FALSE(has("class A:\n    pass\ndef go(p): pass", "go"));
    EXPECT_TRUE(has("class A: pass\nclass B: pass\ndef go(p): pass", "go"));
    EXPECT_TRUE(has(
        "class A:\n    def go(self, p): pass\nfrom cowboy_sdk import actor\n@actor\nclass B(A): pass", "go"));
    EXPECT_FALSE(has("class A:\n    def go(self, p): pass\nclass B(A): pass", "go"));
    EXPECT_TRUE(has("def go(p): pass", "go"));
    EXPECT_FALSE(has("go = 5", "go"));
}

// The answer of a deployment to source that may compile.
std::string deployment(std::string_view source)
{
    const auto program = compile_actor(source, {});
    return program ? "accepted" : program.error().to_string();
}

TEST(PvmRefusals, ADeploymentNeedsAHandler)
{
    constexpr const char* NONE =
        "line 1, column 1: no handlers: an actor is a class with methods, `def name(self, payload):`, or a "
        "module of "
        "functions, `def name(payload):`";
    for (const char* source :
         {"", "\n\n", "# nothing\n", "'''An actor.'''\n", "x = 1\n", "import json\nx = json\n"})
        EXPECT_EQ(deployment(source), NONE) << source;
    EXPECT_EQ(deployment("def _own(p): pass\n"),
              "line 1, column 1: no handlers: functions whose names begin with _ cannot be called");
    EXPECT_EQ(deployment("x = 1\nclass A:\n    x = 1\n"),
              "line 2, column 1: class 'A' is the actor and defines no handler: add a method, `def "
              "name(self, payload):`");
    EXPECT_EQ(
        deployment("class A:\n    def _own(self, p): pass\n"),
        "line 1, column 1: class 'A' is the actor and defines no handler: names that begin with _ cannot be "
        "called: give a method another name");
    EXPECT_EQ(
        deployment("class Full(Exception): pass\ndef go(p): pass\n"),
        "line 1, column 1: class 'Full' is the actor and defines no handler: move 'go' into it, or into "
        "another class that is marked with @actor");
    for (const char* source :
         {"def go(p): pass", "class A:\n    def go(self, p): pass", "class A:\n    def deploy(self): pass",
          "class A:\n    def getGasBid(self, c): pass", "class A:\n    go = lambda self, p: None",
          "class A:\n    def go(self, p): pass\nfrom cowboy_sdk import actor\n@actor\nclass B(A): pass"})
        EXPECT_EQ(deployment(source), "accepted") << source;
}

TEST(PvmRefusals, ADeploymentOfSeveralClassesNeedsAMarkOrFunctions)
{
    EXPECT_EQ(
        deployment(
            "import json\nclass A:\n    def go(self, p): pass\nclass B(A):\n    def stop(self, p): pass\n"),
        "line 2, column 1: no class is marked as the actor: put @actor, from cowboy_sdk, above 'A' or "
        "another of "
        "the 2 classes");
    EXPECT_EQ(deployment("class A: pass\nclass B: pass\ndef go(p): pass"), "accepted");
    EXPECT_EQ(deployment(
                  "from cowboy_sdk import actor\n@actor\nclass A:\n    def go(self, p): pass\nclass B: pass"),
              "accepted");
}

TEST(PvmRefusals, OtherReasonsComeBeforeTheLackOfHandlers)
{
    EXPECT_EQ(deployment("x = 0.5"), refusal("x = 0.5"));
    EXPECT_EQ(deployment("import os"), refusal("import os"));
}

TEST(PvmRefusals, NestedFinallyBodiesDoNotMultiplyTheCode)
{
    std::string source = "def f(p):\n";
    for (int i = 0; i < 30; ++i)
        source += std::string(4 + 4 * i, ' ') + "try: pass\n" + std::string(4 + 4 * i, ' ') + "finally:\n";
    source += std::string(4 + 4 * 30, ' ') + "return p\n";
    EXPECT_EQ(refusal(source), "accepted");
}

}  // namespace
}  // namespace lariat::pvm
