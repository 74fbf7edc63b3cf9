package io.quipu.cli.spelling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> NAMES = List.of("add", "get", "windows", "namespaces", "votes");

  @ParameterizedTest
  @CsvSource({
    "ad, add",
    "adn, add",
    "gte, get",
    "Votes, votes",
    "vtoes, votes",
    "window, windows",
    "nam, namespaces",
    "namesapces, namespaces"
  })
  void aFewLettersAreNoMatter(String typed, String meant) {
    assertThat(Nearest.of(typed, NAMES)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"frobnicate", "x", "wi-fi", "add"})
  void whatIsFarFromAllIsNearNone(String typed) {
    assertThat(Nearest.of(typed, List.of("add", "get", "votes"))).isEmpty();
  }

  @Test
  void aHintIsASentence_orNothing() {
    assertThat(Nearest.hint("reds", List.of("red"))).isEqualTo(". Did you mean red?");
    assertThat(Nearest.hint("red", List.of("elephant"))).isEmpty();
  }
}
