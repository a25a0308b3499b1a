"""The fixtures chain, deploy, accounts and node come from the package lariat."""
