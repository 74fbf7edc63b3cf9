package io.quipu.cassandra.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cassandra.CassandraStores;
import org.junit.jupiter.api.Test;

class CqlTest {
  /** Sent again, a compare-and-set would take its own effect for someone else's. */
  @Test
  void aConditionIsNeverAPlainWrite() {
    assertThatThrownBy(() -> Cql.write("UPDATE $ks.t SET a = ? WHERE k = ? IF a = ?"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sent twice");
  }

  @Test
  void aReadSelects_andNothingElseDoes() {
    assertThatThrownBy(() -> Cql.read("DELETE FROM $ks.t WHERE k = ?"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Cql.conditional("SELECT a FROM $ks.t WHERE k = ?"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noStatementNeedsAllowFiltering_whichAGuardrailMayForbid() {
    assertThatThrownBy(() -> Cql.read("SELECT a FROM $ks.t WHERE b = ? ALLOW FILTERING"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(CassandraStores.STATEMENTS)
        .extracting(Cql::text)
        .noneMatch(text -> text.contains("FILTERING"));
  }
}
