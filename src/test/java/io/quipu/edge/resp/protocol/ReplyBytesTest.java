package io.quipu.edge.resp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyBytesTest {
  private static String written(Reply reply, int protocol) {
    ReplyBytes bytes = new ReplyBytes();
    bytes.write(reply, protocol);
    return new String(bytes.take(), StandardCharsets.UTF_8);
  }

  @Test
  void eachTypeIsWrittenAsTheProtocolHasIt() {
    assertThat(written(Reply.OK, 2)).isEqualTo("+OK\r\n");
    assertThat(written(new Reply.Whole(Long.MIN_VALUE), 2)).isEqualTo(":-9223372036854775808\r\n");
    assertThat(written(Reply.Bulk.of("né"), 2)).isEqualTo("$3\r\nné\r\n");
    assertThat(written(Reply.NULL, 2)).isEqualTo("$-1\r\n");
    assertThat(written(Reply.NULL, 3)).isEqualTo("_\r\n");
    assertThat(written(new Reply.Silence(), 3)).isEmpty();
    Reply pairs = new Reply.Pairs(List.of(Reply.Bulk.of("a"), new Reply.Whole(1)));
    assertThat(written(pairs, 2)).isEqualTo("*2\r\n$1\r\na\r\n:1\r\n");
    assertThat(written(pairs, 3)).isEqualTo("%1\r\n$1\r\na\r\n:1\r\n");
    assertThat(written(new Reply.Items(List.of(Reply.NULL)), 2)).isEqualTo("*1\r\n$-1\r\n");
  }

  /** Whatever a detail is made of, what follows is not taken for another reply. */
  @Test
  void aFailureIsOneLine() {
    assertThat(written(Reply.failure("a\r\n:1\r\n"), 2)).isEqualTo("-ERR a  :1  \r\n");
    assertThat(written(Reply.failure("x".repeat(5_000)), 2)).hasSize(5 + 1_000 + 2);
  }

  @Test
  void repliesComeOneAfterTheOther() {
    ReplyBytes bytes = new ReplyBytes();
    for (int i = 0; i < 10_000; i++) {
      bytes.write(new Reply.Whole(i % 10), 2);
    }
    assertThat(bytes.size()).isEqualTo(40_000);
    assertThat(bytes.take()).hasSize(40_000).startsWith(':', '0', '\r', '\n', ':', '1');
    assertThat(bytes.isEmpty()).isTrue();
  }
}
