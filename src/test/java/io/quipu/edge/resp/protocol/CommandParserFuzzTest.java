package io.quipu.edge.resp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Any bytes: commands or one of the stated errors, the same in whichever pieces they come. */
class CommandParserFuzzTest {
  @FuzzTest
  void pieces(byte[] bytes) {
    ParsedCommands whole = ParsedCommands.of(bytes, bytes.length + 1, CommandBounds.OF_STRANGERS);
    assertThat(ParsedCommands.of(bytes, 1, CommandBounds.OF_STRANGERS)).isEqualTo(whole);
    assertThat(ParsedCommands.of(bytes, 7, CommandBounds.OF_STRANGERS)).isEqualTo(whole);
  }
}
