// The OpenAPI 3.1 document and the page for people, both made from the list of routes and the schemas.
#pragma once

#include <string>

namespace lariat::node {

std::string openapi_text(const std::string& version);
/// HTML that loads nothing from anywhere.
std::string docs_page(const std::string& version);

}  // namespace lariat::node
