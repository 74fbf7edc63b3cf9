package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Conditions of requests that change something: obeyed, or refused if they cannot be read. */
class ConditionsOfChangesTest extends HttpTest {
  private static final String PATH = "/v1/namespaces/orders";
  private static final List<String> HEADERS = List.of("If-Match", "If-None-Match");
  private static final List<String> PIECES =
      List.of("\"", "*", ",", " ", "W/", "w/", "a", "\"a\"", "\"*\"", "W/\"b\"", "x\"", ", ", "'");
  private static final int TRIES = 600;

  /** RFC 9110, 13.1.1 and 8.8.3, with empty elements in lists (5.6.1.2). */
  private static final Pattern GRAMMAR =
      Pattern.compile("\\*|[, ]*(W/)?\"[^\"]*\"( *,[, ]*(W/)?\"[^\"]*\")*[, ]*");

  private static final Pattern QUOTED_STAR = Pattern.compile("(^|[, /])\"\\*\"($|[, ])");

  private HttpResponse<String> change(String method, String header, String... values) {
    HttpRequest.Builder request = to(PATH).header("Content-Type", JSON);
    for (String value : values) {
      request.header(header, value);
    }
    String body = method.equals("PUT") ? "{\"retain\":\"2d\"}" : "";
    return send(request.method(method, BodyPublishers.ofString(body)));
  }

  private void isRefused(String header, String... values) {
    for (String method : List.of("PUT", "DELETE")) {
      HttpResponse<String> answer = change(method, header, values);
      expectProblem(answer, 400, "invalid-request", header);
      assertThat(json(answer).getString("detail"))
          .contains(header + " is ", "such as \"a1\"", "* without quotes");
    }
    assertThat(get(PATH).body()).as("nothing is changed").contains("\"retain\":\"1d\"");
  }

  @Test
  void areReadByTheGrammar_andOtherTextIsRefused() {
    put(PATH, "{}");
    Random random = new Random();
    int refused = 0;
    for (int i = 0; i < TRIES; i++) {
      StringBuilder text = new StringBuilder();
      for (int piece = random.nextInt(6); piece >= 0; piece--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      String sent = text.toString().trim();
      String header = HEADERS.get(random.nextInt(HEADERS.size()));
      if (GRAMMAR.matcher(sent).matches() && !QUOTED_STAR.matcher(sent).find()) {
        assertThat(change("PUT", header, sent).statusCode()).as(sent).isIn(200, 412);
        put(PATH, "{\"retain\":\"1d\"}");
      } else {
        isRefused(header, sent);
        refused++;
      }
    }
    assertThat(refused).isBetween(TRIES / 3, TRIES - 10);
  }

  @Test
  void areRefused_whereTheyWouldLetAChangeThrough() {
    put(PATH, "{}");
    String tag = header(get(PATH), "ETag");
    for (String header : HEADERS) {
      for (String text : List.of("abc", tag.replace("\"", ""), "*, \"a\"", "\"*\"", "\"a", "")) {
        isRefused(header, text);
      }
      isRefused(header, "*", "*");
      isRefused(header, tag, "*");
      isRefused(header, tag, "abc");
    }
    assertThat(change("PUT", "If-Match", "\"other\"", tag).statusCode()).isEqualTo(200);
  }

  @Test
  void ofAPartOfABodyAreRefused() {
    put(PATH, "{}");
    expectProblem(
        change("PUT", "Content-Range", "bytes 0-1/2"), 400, "invalid-request", "Content-Range");
    assertThat(get(PATH).body()).contains("\"retain\":\"1d\"");
  }
}
