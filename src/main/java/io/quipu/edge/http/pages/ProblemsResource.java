package io.quipu.edge.http.pages;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/** Serves a page with the meaning and the advice for each type of problem, and a list of them. */
public final class ProblemsResource implements Resource {
  private static final String PATH = "/problems";
  private static final String TYPE = "text/html; charset=utf-8";

  private final Map<String, Buffer> pages =
      Arrays.stream(ProblemType.values())
          .collect(Collectors.toMap(ProblemType::uri, ProblemsResource::page));

  @Override
  public void mount(Routes routes) {
    Buffer all = all();
    routes
        .page(PATH, Admission.OPEN, request -> Future.succeededFuture(response(all)))
        .page(PATH + "/{type}", Admission.OPEN, this::one);
  }

  private Future<Response> one(RoutedRequest request) {
    Buffer page = pages.get(PATH + "/" + request.segment("type"));
    if (page == null) {
      throw Rejection.of(ProblemType.NOT_FOUND, "There is no such type of problem");
    }
    return Future.succeededFuture(response(page));
  }

  private static Response response(Buffer page) {
    return StaticResource.guarded(Response.of(200, TYPE, page));
  }

  private static Buffer page(ProblemType type) {
    ProblemHelp help = ProblemHelp.of(type);
    return html(
        type.title(),
        "<p><code>%d</code> <code>%s</code></p>\n".formatted(type.status(), type.uri())
            + "<h2>What it means</h2>\n<p>%s</p>\n".formatted(help.means())
            + "<h2>What to do</h2>\n<p>%s</p>\n".formatted(help.advice())
            + "<h2>More</h2>\n<p><a href=\"/problems\">All problems</a>, the <a href=\"/docs\">"
            + "reference</a></p>\n");
  }

  private static Buffer all() {
    return html(
        "Problems",
        Arrays.stream(ProblemType.values())
            .sorted(Comparator.comparingInt(ProblemType::status))
            .map(
                type ->
                    "<li><code>%d</code> <a href=\"%s\">%s</a></li>%n"
                        .formatted(type.status(), type.uri(), type.title()))
            .collect(Collectors.joining("", "<ul>\n", "</ul>\n")));
  }

  private static Buffer html(String title, String main) {
    return Buffer.buffer(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s - Quipu</title>
        <link rel="icon" type="image/svg+xml" href="/assets/quipu.svg">
        <link rel="stylesheet" href="/assets/problems.css">
        </head>
        <body>
        <header><a href="/"><img src="/assets/quipu.svg" alt="" width="28" height="28"> Quipu</a></header>
        <main>
        <h1>%s</h1>
        %s</main>
        </body>
        </html>
        """
            .formatted(title, title, main));
  }
}
