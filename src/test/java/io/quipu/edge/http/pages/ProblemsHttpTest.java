package io.quipu.edge.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.http.HttpTest;
import io.quipu.edge.response.ProblemType;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProblemsHttpTest extends HttpTest {
  @ParameterizedTest
  @EnumSource
  void everyTypeHasAPageThatSaysWhatToDo(ProblemType type) {
    HttpResponse<String> page = send(to(type.uri()).header("Accept", "text/html"));
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
    assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
    ProblemHelp help = ProblemHelp.of(type);
    assertThat(page.body())
        .contains("<h1>" + type.title() + "</h1>", type.uri(), help.means(), help.advice());
    assertThat(help.means() + help.advice()).doesNotContain("<", "&", "\"");
  }

  /** What falls through to the words of another type is seen by this. */
  @Test
  void fewTypesShareTheirWords() {
    Set<String> words = new HashSet<>();
    for (ProblemType type : ProblemType.values()) {
      words.add(ProblemHelp.of(type).means());
    }
    assertThat(words).hasSize(ProblemType.values().length - 4);
    assertThat(ProblemHelp.of(ProblemType.KIND_CHANGE))
        .isEqualTo(ProblemHelp.of(ProblemType.SHARDS_CHANGE))
        .isEqualTo(ProblemHelp.of(ProblemType.SETTING_CHANGE));
    assertThat(ProblemHelp.of(ProblemType.HEAD_TIMEOUT))
        .isEqualTo(ProblemHelp.of(ProblemType.BODY_TIMEOUT));
    assertThat(ProblemHelp.of(ProblemType.STOPPING))
        .isEqualTo(ProblemHelp.of(ProblemType.NOT_READY));
  }

  @Test
  void allOfThemAreListed() {
    String list = send(to("/problems")).body();
    for (ProblemType type : ProblemType.values()) {
      assertThat(list).contains("href=\"" + type.uri() + "\"");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/problems/", "/problems/nothing", "/problems/queue-full/", "/problems/%2e"})
  void othersAreNotThere(String path) {
    assertThat(send(to(path)).statusCode()).isEqualTo(404);
  }
}
