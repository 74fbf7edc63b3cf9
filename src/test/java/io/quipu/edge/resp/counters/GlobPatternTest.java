package io.quipu.edge.resp.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Patterns match what they match in Redis. */
class GlobPatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "* '' true",
        "* anything true",
        "'' '' true",
        "'' a false",
        "abc abc true",
        "abc abcd false",
        "a* a true",
        "a*c abbbc true",
        "a*c abbbcd false",
        "a*b*c a-b-b-c true",
        "*key* monkeys true",
        "h?llo hello true",
        "h?llo hllo false",
        "h?llo héllo true",
        "? 😀 true",
        "h[ae]llo hallo true",
        "h[ae]llo hillo false",
        "h[^e]llo hallo true",
        "h[^e]llo hello false",
        "h[a-b]llo hbllo true",
        "h[b-a]llo hallo true",
        "h[a-b]llo hcllo false",
        "h[a-]llo h-llo true",
        "a[]b ab false",
        "a[^]b axb true",
        "a[x axb false",
        "a[x ax true",
        "a\\*b a*b true",
        "a\\*b axb false",
        "*\\?b a?b true",
        "*\\?b axb false",
        "*[\\]x] a] true",
        "*\\ a\\ true",
        "foo[*]* foo*1 true",
        "key:*:1 key:2:1 true",
        "*a*a*b aaaaab true",
        "*a*a*b aaaaa false"
      })
  void matches(String pattern, String name, boolean expected) {
    assertThat(GlobPattern.of(pattern).matches(name)).isEqualTo(expected);
  }

  @Test
  void beginsWithWhatAllNamesBeginWith() {
    assertThat(GlobPattern.of("page:*").prefix()).isEqualTo("page:");
    assertThat(GlobPattern.of("pa\\*ge?").prefix()).isEqualTo("pa*ge");
    assertThat(GlobPattern.of("*page").prefix()).isEmpty();
    assertThat(GlobPattern.of("page").prefix()).isEqualTo("page");
  }

  @Test
  void longPatternsAreRefused_andOthersAreQuick() {
    String longest = "*" + "a".repeat(GlobPattern.LONGEST - 1);
    assertThatThrownBy(() -> GlobPattern.of(longest + "b")).isInstanceOf(InvalidInput.class);
    GlobPattern hard = GlobPattern.of("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b");
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 1_000; i++) {
            assertThat(hard.matches("a".repeat(512))).isFalse();
          }
        });
  }
}
