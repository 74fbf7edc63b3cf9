package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;

/** Something that can be read, in every type, with conditions (RFC 9110, section 13). */
final class Representations {
  private static final List<String> TYPES =
      List.of("application/json", "text/csv", "text/csv;q=0.5, application/json;q=0.4");

  private final Api api;
  private final String path;

  Representations(Api api, String path) {
    this.api = api;
    this.path = path;
  }

  /** Checks that each version is known by its own tag, and by no other, to GET and to HEAD. */
  void check() {
    List<String> others = new ArrayList<>(List.of("\"another\"", "\"*\""));
    for (String type : TYPES) {
      Answer whole = read("GET", type, "Accept-Language", "en");
      assertThat(whole.status()).as(type + " of " + path).isIn(200, 406);
      if (whole.status() == 200) {
        String tag = tag(whole);
        for (String method : List.of("GET", "HEAD")) {
          assertThat(read(method, type, "If-None-Match", "*").status()).as(path).isEqualTo(304);
          others.stream().filter(other -> !other.equals(tag)).forEach(other -> isSent(type, other));
          if (!tag.isEmpty()) {
            Answer again = read(method, type, "If-None-Match", tag);
            boolean isSame = tag(again).equals(tag);
            assertThat(again.status())
                .as(method + " " + type + " of " + path + " " + tag)
                .isEqualTo(isSame ? 304 : 200);
          }
        }
        others.add(tag.isEmpty() ? "\"none\"" : tag);
      }
    }
  }

  private void isSent(String type, String other) {
    assertThat(read("GET", type, "If-None-Match", other).status()).as(path).isEqualTo(200);
  }

  private static String tag(Answer answer) {
    return answer.headers().firstValue("etag").orElse("");
  }

  private Answer read(String method, String type, String header, String value) {
    return Api.send(
        HttpRequest.newBuilder(api.uri(path))
            .method(method, BodyPublishers.noBody())
            .header("Accept", type)
            .header(header, value));
  }
}
