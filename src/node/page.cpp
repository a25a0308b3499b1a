// Serves the dashboard.
#include "node/page.hpp"

#include "node/api.hpp"

namespace lariat::node {

HttpResponse page_answer(const HttpRequest& request, u64 height)
{
    const std::string etag = "\"" + std::string(BUILT_IN_PAGE.etag) + "\"";
    HttpResponse answer;
    answer.status = 200;
    answer.headers = {{"Content-Type", "text/html; charset=utf-8"},
                      {"Content-Security-Policy", std::string(BUILT_IN_PAGE.policy)},
                      {"Lariat-Height", std::to_string(height)},
                      {"Cache-Control", "no-cache"},
                      {"ETag", etag},
                      {"Referrer-Policy", "no-referrer"},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Vary", "Accept-Encoding, Origin"}};
    if (const std::string* known = request.header("If-None-Match"); known && matches_etag(*known, etag)) {
        answer.status = 304;
        return answer;
    }
    if (accepts_gzip(request)) {
        answer.body = BUILT_IN_PAGE.packed;
        answer.headers.emplace_back("Content-Encoding", "gzip");
    } else {
        answer.body = BUILT_IN_PAGE.html;
    }
    return answer;
}

}  // namespace lariat::node
