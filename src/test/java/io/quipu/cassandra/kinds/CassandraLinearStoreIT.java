package io.quipu.cassandra.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.kinds.linear.LinearStoreContract;
import io.quipu.engine.names.CounterName;
import java.util.List;
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
          "version = 1, count = 1, events = 1, period = 0, at = now(), applied = 0x0100",
          null);
      assertThat(await(linear().read(counter)).version()).isEqualTo(1);
      set(broken, broken, 1);
      for (var read : List.of(linear().read(counter), linear().readSerial(counter))) {
        assertThatThrownBy(() -> await(read)).isInstanceOf(IllegalStateException.class);
      }
    }
    assertThat(await(linear().read(new CounterName("stock", "never"))).version()).isZero();
  }

  private void set(String counter, String assignments, Integer version) {
    stores.cql.execute(
        ("UPDATE %s.linear SET %s WHERE namespace = 'stock' AND counter = '%s'"
                + " AND part = 0 AND id = '' IF version = %d")
            .formatted(stores.keyspace, assignments, counter, version));
  }
}
