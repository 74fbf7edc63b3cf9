package io.quipu.edge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTest {
  @Property
  void decodesWhateverWasEncoded(@ForAll("unicode") String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      encoded.append(String.format("%%%02x", b));
    }
    assertThat(Percent.decode("counter", encoded.toString())).isEqualTo(text);
    assertThat(Percent.decode("counter", encoded.toString().toUpperCase(java.util.Locale.ROOT)))
        .isEqualTo(text);
  }

  @Property
  void leavesPlainCharactersAlone(@ForAll("plain") String text) {
    assertThat(Percent.decode("counter", text)).isEqualTo(text);
  }

  @Property
  void eitherDecodesOrNamesTheField(@ForAll("almostEncoded") String raw) {
    try {
      String decoded = Percent.decode("counter", raw);
      assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(decoded)).isTrue();
    } catch (InvalidInput e) {
      assertThat(e.field()).isEqualTo("counter");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%",
        "%4",
        "a%",
        "%g0",
        "%0g",
        "%-1",
        "%+1",
        "% 1",
        "%%41",
        "%C3",
        "%C3x",
        "%80",
        "%C0%80",
        "%E0%80%AF",
        "%ED%A0%80",
        "%F4%90%80%80",
        "%F8%88%80%80%80",
        "é",
        "a b",
        "a#b",
        "\0",
        "\u007f",
        "\uff10"
      })
  void refusesWhatIsNotPercentEncodedUtf8(String raw) {
    assertThatThrownBy(() -> Percent.decode("counter", raw))
        .isInstanceOfSatisfying(
            InvalidInput.class, e -> assertThat(e.field()).isEqualTo("counter"));
  }

  @Provide
  Arbitrary<String> unicode() {
    return Arbitraries.strings()
        .withChars('a', '%', '/', '+', ' ', '\0', 'é', '\u202e', '\uffff')
        .ofMaxLength(20)
        .flatMap(text -> Arbitraries.of("", "\uD83D\uDE00", "\uDBFF\uDFFF").map(text::concat));
  }

  @Provide
  Arbitrary<String> plain() {
    return Arbitraries.strings()
        .withCharRange('!', '~')
        .filter(text -> !text.contains("%") && !text.contains("#"));
  }

  @Provide
  Arbitrary<String> almostEncoded() {
    return Arbitraries.strings().withChars("%%%%0123456789abcdefABCDEFg+- /é").ofMaxLength(12);
  }
}
