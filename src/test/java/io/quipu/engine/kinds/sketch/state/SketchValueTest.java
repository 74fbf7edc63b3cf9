package io.quipu.engine.kinds.sketch.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SketchValueTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "0.0e999999999, 0",
    "3.50, 3.5",
    "1e3, 1000",
    "-1.5e-8, -0.000000015",
    "1000000000000000, 1000000000000000",
    "1E+15, 1000000000000000",
    "0.000000001, 0.000000001",
    "100000000000000000000e-5, 1000000000000000",
    "0.30000000000000004, 0.30000000000000004",
    "12345678901234567890, 12345678901234567890",
    "1000000000000000.000000001, 1000000000000000.000000001",
    "1e-10, 0.0000000001",
    "5e-324, 5E-324",
    "0.50e-323, 5E-324",
    "1.7976931348623157e308, 1.7976931348623157E+308",
    "-1e64, -1E+64",
    "-1e62, -100000000000000000000000000000000000000000000000000000000000000",
  })
  void takesNumbersExactly(String literal, String item) {
    assertThat(SketchValue.ofNumber(literal).item()).isEqualTo(item);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e999",
        "-1e999999999",
        "1e99999999999999",
        "1e-999999999",
        "1e-401",
        "1.7976931348623158e308",
        "-2e308",
        "99999999999999999999999999999999999999999999999999999999999999999999",
      })
  void refusesNumbersThatItCannotKeep(String literal) {
    assertThatThrownBy(() -> SketchValue.ofNumber(literal))
        .isInstanceOfSatisfying(
            InvalidInput.class, refusal -> assertThat(refusal.field()).isEqualTo("value"))
        .hasMessageContaining(
            "at most 64 characters, as large or small as those of 64 bits can be");
  }

  @Test
  void refusesTextsThatAreTooLong_orNone() {
    assertThat(SketchValue.ofText("\u2603".repeat(85)).text()).hasSize(85);
    for (String text : new String[] {"", "\u2603".repeat(86), "\ud800"}) {
      assertThatThrownBy(() -> SketchValue.ofText(text))
          .isInstanceOfSatisfying(
              InvalidInput.class, refusal -> assertThat(refusal.field()).isEqualTo("value"));
    }
  }
}
