package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The rows of {@link EventInserts}, written as one row for each write: a frame with all of its
 * events, each with its counter, its own time, a delta and an id. A layout that Quipu does not
 * have, to know what it would save Cassandra.
 */
final class FrameInserts {
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS rival.frame (class int, bucket timestamp, part int, at timeuuid,"
          + " events blob, PRIMARY KEY ((class, bucket, part), at))"
          + EventInserts.OPTIONS;

  /** Ticks after the time of the frame, page, delta, how many events, and two lengths. */
  private static final int FIXED_BYTES = 2 + 2 + 8 + 4 + 1 + 1;

  private final PreparedStatement insert;
  private long ids;

  FrameInserts(CqlSession session) {
    session.execute(TABLE);
    insert =
        session.prepare(
            "INSERT INTO rival.frame (class, bucket, part, at, events) VALUES (5, ?, ?, ?, ?)");
  }

  /** One row with as many events with ids as {@link EventInserts#batch} has rows. */
  Statement<?> frame(String counter, Instant bucket, int events) {
    Object[] key = EventInserts.key(counter, bucket);
    return insert.bind(
        bucket, key[1], Uuids.timeBased(), encode(counter, (Integer) key[2], events));
  }

  private ByteBuffer encode(String counter, int page, int events) {
    byte[] name = counter.getBytes(StandardCharsets.UTF_8);
    ByteBuffer frame = ByteBuffer.allocate(events * (FIXED_BYTES + name.length + 40));
    for (int i = 0; i < events; i++) {
      byte[] id = ("order-" + ids++).getBytes(StandardCharsets.UTF_8);
      frame.putShort((short) i).putShort((short) page).putLong(1).putInt(1);
      frame.put((byte) name.length).put(name).put((byte) id.length).put(id);
    }
    return frame.flip();
  }
}
