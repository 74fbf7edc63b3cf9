package io.quipu.kinds.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.counter.InvalidInput;
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
        "1e-10",
        "0.0000000001",
        "1000000000000000.000000001",
        "1000000000000001",
        "-1e16",
        "99999999999999999999999999999999999999999999999999999999999999999999",
      })
  void refusesNumbersThatItCannotKeep(String literal) {
    assertThatThrownBy(() -> SketchValue.ofNumber(literal))
        .isInstanceOfSatisfying(
            InvalidInput.class, refusal -> assertThat(refusal.field()).isEqualTo("value"))
        .hasMessageContaining("between -10^15 and 10^15 with at most 9 decimals");
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
