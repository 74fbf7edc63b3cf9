package io.quipu.cassandra.writers;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.schema.KeptLayout;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.vertx.cassandra.ResultSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The statements on the group of writers: one row, whose columns each change overwrites, so that
 * nothing is deleted. After the founding, each change is conditional on both the old generation and
 * the old horizon. The members are one value, which is written with each generation, so no answer
 * has a generation without its members.
 */
public record WriterGroup(CassandraSession session) {
  private static final String NAME = KeptLayout.GROUP;

  private static final String SELECT =
      "SELECT generation, horizon, origin, members FROM $ks.writer_group"
          + " WHERE group_name = ? LIMIT 1";
  private static final Cql READ = Cql.read(SELECT);
  private static final Cql READ_SERIAL = Cql.serialRead(SELECT);
  private static final Cql READ_ANNOUNCEMENT =
      Cql.read(
          "SELECT horizon, origin, announcement FROM $ks.writer_group WHERE group_name = ? LIMIT"
              + " 1");

  private static final Cql FOUND =
      Cql.conditional(
          "UPDATE $ks.writer_group"
              + " SET generation = 0, horizon = ?, origin = ?, members = ?"
              + " WHERE group_name = ? IF generation = null");

  private static final Cql JOIN =
      Cql.conditional(
          "UPDATE $ks.writer_group SET generation = ?, members = ?"
              + " WHERE group_name = ? IF generation = ? AND horizon = ?");
  private static final Cql ANNOUNCE =
      Cql.conditional(
          "UPDATE $ks.writer_group SET horizon = ?, announcement = ?, members = ?"
              + " WHERE group_name = ? IF generation = ? AND horizon = ?");

  static final List<Cql> STATEMENTS =
      List.of(READ, READ_SERIAL, READ_ANNOUNCEMENT, FOUND, JOIN, ANNOUNCE);

  BoundStatement select() {
    return session.bind(READ, NAME);
  }

  BoundStatement selectSerially() {
    return session.bind(READ_SERIAL, NAME);
  }

  BoundStatement selectAnnouncement() {
    return session.bind(READ_ANNOUNCEMENT, NAME);
  }

  BoundStatement found(EventTime at) {
    return session.bind(FOUND, at.boundary(), at.boundary(), MembersBlob.of(List.of()), NAME);
  }

  public BoundStatement join(UUID writer, Group seen, boolean settles) {
    Group next = seen.joined(writer, settles);
    return session.bind(
        JOIN,
        next.generation(),
        MembersBlob.of(next.members()),
        NAME,
        seen.generation(),
        seen.horizon().boundary());
  }

  BoundStatement announce(Group seen, Announcement made) {
    return session.bind(
        ANNOUNCE,
        made.group().horizon().boundary(),
        AnnouncementBlob.of(made),
        MembersBlob.of(made.group().members()),
        NAME,
        seen.generation(),
        seen.horizon().boundary());
  }

  /** Decodes the announcement; empty if its horizon is not that of the group. */
  static Optional<Announcement> announced(ResultSet page) {
    Row row = page.one();
    if (row == null || row.isNull(0) || row.isNull(1) || row.isNull(2)) {
      return Optional.empty();
    }
    EventTime horizon = EventTime.of(Objects.requireNonNull(row.getUuid(0)));
    EventTime origin = EventTime.of(Objects.requireNonNull(row.getUuid(1)));
    return Optional.of(AnnouncementBlob.read(row.getByteBuffer(2), origin))
        .filter(made -> made.group().horizon().equals(horizon));
  }

  /**
   * Decodes a group.
   *
   * @return empty if the group is not founded, or if the replicas that answered lack the founding;
   *     they may still have later changes
   */
  static Optional<Group> decode(ResultSet page) {
    Row row = page.one();
    if (row == null || row.isNull(0) || row.isNull(1) || row.isNull(2)) {
      return Optional.empty();
    }
    return Optional.of(
        new Group(
            row.getLong(0),
            EventTime.of(Objects.requireNonNull(row.getUuid(1))),
            EventTime.of(Objects.requireNonNull(row.getUuid(2))),
            MembersBlob.read(row.getByteBuffer(3))));
  }
}
