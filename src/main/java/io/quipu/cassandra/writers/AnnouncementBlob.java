package io.quipu.cassandra.writers;

import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes an announcement as one value: some 19 bytes for each live member. */
final class AnnouncementBlob {
  private static final int VERSION = 1;

  private AnnouncementBlob() {}

  static ByteBuffer of(Announcement made) {
    Group group = made.group();
    BlobWriter blob =
        new BlobWriter(VERSION).time(group.horizon()).time(made.now()).number(group.generation());
    return MembersBlob.write(blob, group.members()).blob();
  }

  /**
   * @param origin the origin of the group, which is a column of its own
   * @throws IllegalArgumentException if the value cannot be read
   */
  static Announcement read(@Nullable ByteBuffer blob, EventTime origin) {
    return BlobReader.read(
        blob,
        VERSION,
        reader -> {
          EventTime horizon = reader.time();
          EventTime now = reader.time();
          long generation = reader.number();
          List<GroupMember> members = MembersBlob.read(reader);
          return new Announcement(new Group(generation, horizon, origin, members), now);
        });
  }
}
