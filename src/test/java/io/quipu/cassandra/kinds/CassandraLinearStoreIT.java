package io.quipu.cassandra.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cassandra.StoreSession;
import io.quipu.engine.kinds.linear.Bounds;
import io.quipu.engine.kinds.linear.IdPeriod;
import io.quipu.engine.kinds.linear.Increment;
import io.quipu.engine.kinds.linear.LinearFold;
import io.quipu.engine.kinds.linear.LinearRule;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.LinearStep;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.kinds.linear.LinearStoreContract;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import io.quipu.engine.store.CasOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraLinearStoreIT extends LinearStoreContract {
  private final StoreSession stores;

  CassandraLinearStoreIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected LinearStore linear() {
    return stores.owned(LinearStore.class, CassandraLinearStore::new);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }

  @Test
  void aStateThatCannotBeReadIsADefect_neverTakenForZero() {
    for (String broken : List.of("at = null", "applied = null", "applied = 0x02")) {
      CounterName counter = new CounterName("stock", broken);
      set(
          broken,
          "version = 1, count = 1, events = 1, ids = 0, at = now(), applied = 0x0100",
          null);
      assertThat(await(linear().read(counter)).version()).isEqualTo(1);
      set(broken, broken, 1);
      for (var read : List.of(linear().read(counter), linear().readSerial(counter))) {
        assertThatThrownBy(() -> await(read)).isInstanceOf(IllegalStateException.class);
      }
    }
    assertThat(await(linear().read(new CounterName("stock", "never"))).version()).isZero();
  }

  /** Versions up to 0.1.0 count ids in periods of 50,000, and know no other number of them. */
  @Test
  void idsOfEarlierVersionsGoOn_andTheirsOfThisOne() {
    CounterName counter = new CounterName("stock", "mixed");
    String state = "count = 1, events = 300000, at = now(), applied = 0x0100, ";
    set(counter.name(), state + "version = 1, ids = 150007", null);
    assertThat(await(linear().read(counter)).ids()).isEqualTo(new IdPeriod(3, 7));
    set(counter.name(), state + "version = 2, ids = 249999, ids_in_period = 60000", 1);
    assertThat(await(linear().read(counter)).ids()).isEqualTo(new IdPeriod(4, 60_000));
    LinearState before = await(linear().readSerial(counter));
    LinearRule rule = new LinearRule(Bounds.NONE, true, 60_002, 0);
    for (IdPeriod next : List.of(new IdPeriod(4, 60_001), new IdPeriod(5, 0), new IdPeriod(5, 1))) {
      LinearFold fold =
          new LinearFold(before, Map.of(), before.last(), new UUID(0, 0), rule, Duration.ofDays(1));
      fold.add(
          new Increment(counter, Bounds.NONE, List.of(new Event(1, "id-" + before.version()))));
      LinearStep step = fold.step(new UUID(0, 0), before.version());
      assertThat(await(linear().advance(counter, step))).isEqualTo(CasOutcome.APPLIED);
      before = await(linear().readSerial(counter));
      assertThat(before).isEqualTo(step.next());
      assertThat(new IdPeriod(before.ids().number(), before.ids().count())).isEqualTo(next);
      long earlier =
          stores
              .cql
              .execute(
                  "SELECT ids FROM %s.linear WHERE namespace = 'stock' AND counter = 'mixed'"
                          .formatted(stores.keyspace)
                      + " AND part = 0 AND id = ''")
              .one()
              .getLong(0);
      assertThat(earlier).isEqualTo(next.number() * 50_000 + Math.min(49_999, next.count()));
    }
    set(counter.name(), state + "version = 6, ids = 250003", 5);
    assertThat(await(linear().read(counter)).ids())
        .as("an earlier version was the last")
        .isEqualTo(new IdPeriod(5, 3));
  }

  private void set(String counter, String assignments, Integer version) {
    stores.cql.execute(
        ("UPDATE %s.linear SET %s WHERE namespace = 'stock' AND counter = '%s'"
                + " AND part = 0 AND id = '' IF version = %d")
            .formatted(stores.keyspace, assignments, counter, version));
  }
}
