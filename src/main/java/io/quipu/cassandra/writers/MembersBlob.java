package io.quipu.cassandra.writers;

import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Encodes the members of a group as one value: some 19 bytes for each of them. */
final class MembersBlob {
  private static final int VERSION = 1;
  private static final int SETTLES = 1;

  private MembersBlob() {}

  static ByteBuffer of(List<GroupMember> members) {
    return write(new BlobWriter(VERSION), members).blob();
  }

  /** Appends members to other values. */
  static BlobWriter write(BlobWriter blob, List<GroupMember> members) {
    blob.number(members.size());
    for (GroupMember member : members) {
      UUID writer = member.writer();
      blob.raw(writer.getMostSignificantBits())
          .raw(writer.getLeastSignificantBits())
          .number(member.number())
          .number(member.settles() ? SETTLES : 0);
    }
    return blob;
  }

  /**
   * @throws IllegalArgumentException if the value cannot be read
   */
  static List<GroupMember> read(@Nullable ByteBuffer blob) {
    return BlobReader.read(blob, VERSION, MembersBlob::read);
  }

  /** Reads members after other values. */
  static List<GroupMember> read(BlobReader reader) {
    List<GroupMember> members = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      UUID writer = new UUID(reader.raw(), reader.raw());
      long number = reader.number();
      long flags = reader.number();
      members.add(new GroupMember(writer, number, (flags & SETTLES) != 0));
    }
    return List.copyOf(members);
  }
}
