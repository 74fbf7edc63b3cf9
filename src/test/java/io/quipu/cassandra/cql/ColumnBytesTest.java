package io.quipu.cassandra.cql;

import static com.datastax.oss.driver.api.core.ProtocolVersion.DEFAULT;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Instant;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** Each value is encoded as the driver's own codec of its type does it. */
class ColumnBytesTest {
  @Property
  void encodesNumbers(@ForAll int some, @ForAll long many) {
    assertThat(ColumnBytes.of(some)).isEqualTo(TypeCodecs.INT.encode(some, DEFAULT));
    assertThat(ColumnBytes.of(many)).isEqualTo(TypeCodecs.BIGINT.encode(many, DEFAULT));
  }

  @Test
  void encodesTheNumberThatMostRowsHave() {
    assertThat(ColumnBytes.of(1L)).isEqualTo(TypeCodecs.BIGINT.encode(1L, DEFAULT));
    assertThat(ColumnBytes.of(1L)).isSameAs(ColumnBytes.of(1L));
  }

  @Property
  void encodesTexts(@ForAll @StringLength(max = 40) String text) {
    if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
      assertThat(ColumnBytes.of(text)).isEqualTo(TypeCodecs.TEXT.encode(text, DEFAULT));
    }
    String beyond = text.replaceAll("[\\ud800-\\udfff]", "") + "\uD83C\uDF89";
    assertThat(ColumnBytes.of(beyond)).isEqualTo(TypeCodecs.TEXT.encode(beyond, DEFAULT));
    assertThat(ColumnBytes.text(ColumnBytes.of(beyond))).isEqualTo(beyond);
  }

  @Property
  void encodesTimeuuids(@ForAll long millis, @ForAll long low) {
    UUID timeuuid = new UUID(Uuids.startOf(millis).getMostSignificantBits(), low);
    assertThat(ColumnBytes.of(timeuuid)).isEqualTo(TypeCodecs.TIMEUUID.encode(timeuuid, DEFAULT));
  }

  @Property
  void encodesTimestamps(@ForAll @LongRange(min = -4_000_000_000L, max = 4_000_000_000L) long at) {
    assertThat(ColumnBytes.ofSecond(at))
        .isEqualTo(TypeCodecs.TIMESTAMP.encode(Instant.ofEpochSecond(at), DEFAULT));
  }
}
