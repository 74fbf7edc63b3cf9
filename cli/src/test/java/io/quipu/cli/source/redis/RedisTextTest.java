package io.quipu.cli.source.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"0", "7", "-7", "9223372036854775807", "-9223372036854775808"})
  void isAnInteger_asIncrHasIt(String text) {
    assertThat(RedisText.integer(text)).contains(Long.valueOf(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", "-0", "007", "+7", " 7", "7 ", "7.0", "1e3", "9223372036854775808", "٧"})
  void isNone(String text) {
    assertThat(RedisText.integer(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "\u00e9\ud83d\ude00", "a\0b"})
  void isText(String text) {
    assertThat(RedisText.decoded(text.getBytes(StandardCharsets.UTF_8))).contains(text);
    assertThat(RedisText.decoded(new byte[] {'a', (byte) 0xC3})).isEmpty();
  }
}
