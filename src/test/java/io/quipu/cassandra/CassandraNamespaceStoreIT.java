package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.Granularity;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.counter.Span;
import io.quipu.dev.CassandraExtension;
import io.quipu.dev.TestCassandra;
import io.quipu.store.CasOutcome;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
class CassandraNamespaceStoreIT {
  private static CassandraSession session;
  private static OwnerContext context;
  private static CassandraNamespaceStore store;

  @BeforeAll
  static void open(TestCassandra cassandra) {
    session = TestSessions.open(cassandra);
    context = new OwnerContext();
    store = new CassandraNamespaceStore(session, context);
  }

  @AfterAll
  static void close() {
    session.close();
    context.close();
  }

  @Test
  void anUnknownNamespaceIsNotFound() {
    assertThat(context.await(store.find("nowhere"))).isEmpty();
  }

  @Test
  void aNamespaceIsCreatedOnce_asItIs() {
    Namespace votes =
        new Namespace("votes", Kind.EVENT, Span.OFF, Span.FOREVER, 64, Set.of(Granularity.HOUR));

    assertThat(context.await(store.create(votes))).isEqualTo(CasOutcome.APPLIED);
    assertThat(context.await(store.create(Namespace.of("votes", Kind.LINEAR))))
        .isEqualTo(CasOutcome.REFUSED);

    assertThat(context.await(store.find("votes"))).contains(votes);
  }

  @Test
  void replacingNeedsAnExistingNamespaceOfTheSameKind() {
    Namespace orders = Namespace.of("orders", Kind.EVENT);
    Namespace changed =
        new Namespace(
            "orders",
            Kind.EVENT,
            new Span("7d"),
            new Span("0s"),
            2,
            Set.of(Granularity.DAY, Granularity.MINUTE));

    assertThat(context.await(store.replace(changed))).isEqualTo(CasOutcome.REFUSED);
    assertThat(context.await(store.find("orders"))).isEmpty();

    context.await(store.create(orders));
    assertThat(context.await(store.replace(Namespace.of("orders", Kind.UNIQUE))))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(context.await(store.replace(changed))).isEqualTo(CasOutcome.APPLIED);
    assertThat(context.await(store.find("orders"))).contains(changed);
  }

  @Test
  void aNamespaceWithoutWindowsIsPossible() {
    Namespace bare =
        new Namespace("bare", Kind.EVENT, new Span("24h"), new Span("1d"), 1, Set.of());

    context.await(store.create(bare));

    assertThat(context.await(store.find("bare"))).contains(bare);
  }
}
