// Makes the document from the routes, the schemas and the problem codes.
#include "node/openapi.hpp"

#include <set>

#include "node/problem.hpp"
#include "node/routes.hpp"

namespace lariat::node {

extern const char* const SCHEMAS;  ///< schemas.json

namespace {

OrderedJson ref(const std::string& schema)
{
    return {{"$ref", "#/components/schemas/" + schema}};
}

OrderedJson schema_of(const Param& param)
{
    switch (param.kind) {
        case ParamKind::number: {
            OrderedJson out{{"type", "integer"}, {"minimum", param.least}};
            if (param.most != U64_MAX) out["maximum"] = param.most;
            return out;
        }
        case ParamKind::flag:
            return {{"type", "boolean"}};
        case ParamKind::word:
            return {{"type", "string"}, {"enum", param.words}};
        case ParamKind::address:
            return ref("Address");
        case ParamKind::id:
            return ref("Hash");
        case ParamKind::block:
        case ParamKind::bytes:
        case ParamKind::text:
            return {{"type", "string"}};
    }
    return {};
}

OrderedJson answer_schema(const Route& route)
{
    if (!(route.flags & LIST)) return ref(route.answer);
    return {{"type", "object"},
            {"properties",
             {{"items", {{"type", "array"}, {"items", ref(route.answer)}}},
              {"next", {{"oneOf", OrderedJson::array({{{"type", "string"}}, {{"type", "null"}}})}}},
              {"height", ref("Number")}}},
            {"required", OrderedJson::array({"items", "next", "height"})},
            {"additionalProperties", false}};
}

OrderedJson good_answers(const Route& route)
{
    if (route.flags & STREAM)
        return {{"101", {{"description", "The connection is a WebSocket; x-websocket has its messages"}}}};
    OrderedJson content = OrderedJson::object();
    if (route.flags & TEXT)
        content["text/plain"] = {{"schema", {{"type", "string"}}}};
    else if (route.answer.empty())
        content["application/json"] = {{"schema", {{"type", "object"}}}};
    else
        content["application/json"] = {{"schema", answer_schema(route)}};
    if (route.operation == "getDocs" || route.operation == "getPage")
        content = {{"text/html", {{"schema", {{"type", "string"}}}}}};
    if (route.operation == "devDump")
        content = {{"application/octet-stream", {{"schema", {{"type", "string"}, {"format", "binary"}}}}}};
    OrderedJson out{{"200", {{"description", route.about}, {"content", content}}}};
    if (route.operation == "postTransaction" || route.operation == "devSend")
        out["202"] = {{"description", "This request brought it into the pool"}, {"content", content}};
    if (route.method == "GET") out["304"] = {{"description", "What If-None-Match names is still so"}};
    return out;
}

OrderedJson operation_of(const Route& route)
{
    OrderedJson out{{"operationId", route.operation}, {"summary", route.about}};
    OrderedJson& params = out["parameters"] = OrderedJson::array();
    for (const Param& param : route.all_params)
        params.push_back({{"name", param.name},
                          {"in", param.in_path ? "path" : "query"},
                          {"required", param.in_path},
                          {"description", param.about},
                          {"schema", schema_of(param)}});
    if (route.flags & WITH_FILE)
        out["requestBody"] = {
            {"required", true},
            {"content",
             {{"application/octet-stream", {{"schema", {{"type", "string"}, {"format", "binary"}}}}}}}};
    if (route.flags & STREAM)
        out["x-websocket"] = {{"receives", ref(route.request)}, {"sends", ref(route.answer)}};
    else if (!route.request.empty())
        out["requestBody"] = {{"required", true},
                              {"content", {{"application/json", {{"schema", ref(route.request)}}}}}};
    if (route.flags & DEV)
        out["security"] = OrderedJson::array({{{"token", OrderedJson::array()}}, OrderedJson::object()});
    OrderedJson& answers = out["responses"] = good_answers(route);
    std::map<int, std::vector<std::string>> problems;
    std::vector<std::string> codes = common_codes();
    codes.insert(codes.end(), route.codes.begin(), route.codes.end());
    if (route.flags & LIST) codes.push_back("bad_cursor");
    // A part of a path that no value can have is a path that is not there.
    if (route.path.find('{') != std::string::npos &&
        std::find(route.codes.begin(), route.codes.end(), "not_found") == route.codes.end())
        codes.push_back("not_found");
    if (route.flags & AT_HEIGHT)
        for (const char* code : {"height_not_reached", "pruned"}) codes.push_back(code);
    if (route.flags & DEV)
        for (const char* code : {"unauthorized", "not_dev"}) codes.push_back(code);
    for (const std::string& code : codes) problems[problem_kind(code).status].push_back(code);
    for (const auto& [status, of_status] : problems) {
        std::string all;
        for (const std::string& code : of_status) all += (all.empty() ? "" : ", ") + code;
        answers[std::to_string(status)] = {
            {"description", all}, {"content", {{"application/problem+json", {{"schema", ref("Problem")}}}}}};
    }
    return out;
}

OrderedJson document(const std::string& version)
{
    OrderedJson out{{"openapi", "3.1.0"},
                    {"info",
                     {{"title", "lariat node"},
                      {"version", version},
                      {"description", "A chain whose actors wake themselves."},
                      {"license", {{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}}}}};
    OrderedJson& paths = out["paths"] = OrderedJson::object();
    for (const Route& route : routes()) {
        std::string method = route.method;
        for (char& c : method) c = static_cast<char>(c - 'A' + 'a');
        paths[route.path][method] = operation_of(route);
    }
    OrderedJson schemas = OrderedJson::parse(SCHEMAS);
    for (const ProblemKind& kind : problem_kinds())
        schemas["Problem"]["properties"]["code"]["enum"].push_back(kind.code);
    out["components"] = {{"schemas", std::move(schemas)},
                         {"securitySchemes", {{"token", {{"type", "http"}, {"scheme", "bearer"}}}}}};
    return out;
}

std::string escaped(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '&')
            out += "&amp;";
        else
            out += c;
    }
    return out;
}

}  // namespace

std::string openapi_text(const std::string& version)
{
    static const std::string text = document(version).dump(1) + "\n";
    return text;
}

std::string docs_page(const std::string& version)
{
    std::string out =
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>lariat node " + escaped(version) +
        "</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
        "code{font-family:ui-monospace,monospace}table{border-collapse:collapse}td,th{text-align:left;"
        "padding:.2em 1em .2em 0;"
        "vertical-align:top;border-top:1px solid #ccc}</style><h1>lariat node</h1><p>The API of this node. "
        "<a href=\"/openapi.json\">openapi.json</a> says the same for programs.</p><h2>Routes</h2>";
    for (const Route& route : routes()) {
        out += "<h3 id=\"" + route.operation + "\"><code>" + route.method + " " + escaped(route.path) +
               "</code></h3><p>" + escaped(route.about) + ".</p>";
        const std::vector<Param>& params = route.all_params;
        if (params.empty()) continue;
        out += "<table>";
        for (const Param& param : params)
            out += "<tr><td><code>" + param.name + "</code><td>" + escaped(param.about);
        out += "</table>";
    }
    out += "<h2>Problems</h2><table>";
    for (const ProblemKind& kind : problem_kinds())
        out += "<tr id=\"" + std::string(kind.code) + "\"><td><code>" + std::string(kind.code) +
               "</code><td>" + std::to_string(kind.status) + "<td>" + std::string(kind.title);
    return out + "</table></html>\n";
}

}  // namespace lariat::node
