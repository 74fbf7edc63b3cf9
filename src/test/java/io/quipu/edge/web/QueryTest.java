package io.quipu.edge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTest {
  private static final Set<String> ALLOWED = Set.of("limit", "after");

  @ParameterizedTest
  @CsvSource({
    "after=a, a",
    "after=a%26b%3Dc, a&b=c",
    "after=a+b%2Bc%20d, a b+c d",
    "after=x=y, x=y",
    "%61fter=a, a",
    "&&limit=1&after=a&, a",
    "after=, ''",
    "after, ''",
    "after=%F0%9F%98%80, \uD83D\uDE00",
  })
  void decodesValues(String raw, String after) {
    assertThat(Query.of(raw, ALLOWED).get("after")).contains(after);
  }

  @Test
  void isEmpty_whenThereIsNone() {
    assertThat(Query.of(null, ALLOWED).get("after")).isEmpty();
    assertThat(Query.of("", ALLOWED).get("after")).isEmpty();
    assertThatThrownBy(() -> Query.of(null, ALLOWED).require("after"))
        .hasMessage("query parameter after is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "limit=1&limit=1, limit",
    "limit=%zz, limit",
    "confirm=settled, confirm",
    "Limit=1, Limit",
    "=1, '\"\"'",
    "%FF=1, query",
  })
  void refusesWhatItDoesNotKnow(String raw, String field) {
    assertThatThrownBy(() -> Query.of(raw, ALLOWED))
        .isInstanceOfSatisfying(InvalidInput.class, e -> assertThat(e.field()).isEqualTo(field));
  }

  @Test
  void showsOnlyTheBeginningOfALongName() {
    assertThatThrownBy(() -> Query.of("x".repeat(10_000) + "=1", ALLOWED))
        .message()
        .hasSizeLessThan(140);
  }
}
