package io.quipu.cassandra.writers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.testing.dev.Thorough;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Writers that join and leave ({@code -Dquipu.churn} of them), in the one partition that everybody
 * reads. What each leaves is written without its condition, which leaves the same cells.
 */
@Thorough
@ExtendWith(StoreSession.Extension.class)
class GroupChurnIT {
  private static final int WRITERS = Integer.getInteger("quipu.churn", 200_000);
  private static final int AT_ONCE = 256;
  private static final Pattern READ =
      Pattern.compile("Read \\d+ live rows and (\\d+) tombstone cells");
  private static final EventTime ORIGIN = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private final StoreSession stores;

  GroupChurnIT(StoreSession stores) {
    this.stores = stores;
  }

  @Test
  void joinsAndLeavesChangeNothingForWhoeverReadsTheGroup() {
    stores.emptyGroup();
    WriterRegistry registry = new CassandraWriterRegistry(stores.session, stores.context.context());
    stores.await(registry.found(ORIGIN));
    double before = millisOfALook(registry);

    churn();

    double after = millisOfALook(registry);
    System.out.printf(
        "a read of the group takes %.2f ms before, and %.2f ms after %d joins and leaves%n",
        before, after, WRITERS);
    assertThat(tombstonesOfALook()).isZero();
    Group group = stores.await(registry.group()).orElseThrow();
    assertThat(group.generation()).isEqualTo(WRITERS);
    assertThat(group.members()).hasSize(1);
  }

  private void churn() {
    PreparedStatement change =
        stores.cql.prepare(
            "UPDATE "
                + stores.keyspace
                + ".writer_group SET generation = ?, members = ? WHERE group_name = 'writers'");
    Deque<CompletionStage<AsyncResultSet>> sent = new ArrayDeque<>();
    for (long number = 1; number <= WRITERS; number++) {
      GroupMember stays = new GroupMember(UUID.randomUUID(), number, true);
      GroupMember leaves = new GroupMember(UUID.randomUUID(), Math.max(1, number - 1), true);
      sent.add(
          stores.cql.executeAsync(change.bind(number, MembersBlob.of(List.of(leaves, stays)))));
      sent.add(stores.cql.executeAsync(change.bind(number, MembersBlob.of(List.of(stays)))));
      while (sent.size() > AT_ONCE || (number == WRITERS && !sent.isEmpty())) {
        sent.remove().toCompletableFuture().join();
      }
    }
    stores.cql.execute(
        change.bind(
            (long) WRITERS,
            MembersBlob.of(List.of(new GroupMember(UUID.randomUUID(), WRITERS, true)))));
  }

  /** The mean of some reads. */
  private double millisOfALook(WriterRegistry registry) {
    int reads = 200;
    for (int i = 0; i < reads; i++) {
      stores.await(registry.group());
    }
    long began = System.nanoTime();
    for (int i = 0; i < reads; i++) {
      stores.await(registry.group());
    }
    return (System.nanoTime() - began) / 1e6 / reads;
  }

  private long tombstonesOfALook() {
    SimpleStatement look =
        SimpleStatement.newInstance(
                "SELECT generation, horizon, origin, members FROM "
                    + stores.keyspace
                    + ".writer_group WHERE group_name = 'writers' LIMIT 1")
            .setTracing(true);
    return stores.cql.execute(look).getExecutionInfo().getQueryTrace().getEvents().stream()
        .map(event -> READ.matcher(event.getActivity()))
        .filter(Matcher::find)
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .sum();
  }
}
