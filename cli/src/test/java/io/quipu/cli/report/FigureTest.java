package io.quipu.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.client.JsonObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "count":9223372036854775807,"events":2 | 9,223,372,036,854,775,807
          "count":-12,"events":2                 | -12
          "estimate":746.4,"lower":726.2,"upper":766,"events":900 | about 746 (726.2 to 766)
          "estimate":3.25,"lower":3.25,"upper":3.25,"events":2    | 3.25
          "estimate":null,"lower":null,"upper":null,"events":0    | no values
          "quantiles":[{"rank":0.5,"value":20.6},{"rank":0.999,"value":70}],"events":1139 | 1,139 values (p50 20.6, p99.9 70)
          "quantiles":[{"rank":0.5,"value":null}],"events":0      | 0 values
          "items":[],"events":3                  | 3 values
          """)
  void aNumberSaysHowExactItIs(String members, String words) {
    assertThat(figure(members).words()).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "3757, 3597, +4.4 %",
    "110,  100,  +10 %",
    "109,  100,  +9 %",
    "5,    7,    -29 %",
    "1000001, 1000000, 0 %",
    "7,    7,    0 %",
    "0,    7,    -100 %",
    "7,    0,    ''",
    "-7,   7,    ''",
    "90000000000000000, 45, '+199,999,999,999,999,900 %'",
  })
  void aChangeIsAShare_whereThatSaysSomething(String now, String before, String change) {
    assertThat(count(now).change(count(before))).isEqualTo(change);
  }

  private static Figure count(String count) {
    return figure("\"count\":" + count + ",\"events\":1");
  }

  private static Figure figure(String members) {
    return new Figure(JsonObject.parse("{" + members + "}"));
  }
}
