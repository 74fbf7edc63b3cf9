package io.quipu.cassandra.cql;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.Kinds;
import io.quipu.cassandra.CassandraStores;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT a FROM ks.event WHERE b = ? | SELECT event",
        "INSERT INTO ks.page (a) VALUES (?) | INSERT page",
        "UPDATE ks.page SET a = ? WHERE b = ? IF c = ? | UPDATE page",
        "DELETE FROM ks.event WHERE a = ? | DELETE event",
        "SELECT now() | SELECT",
        "'' | statement",
      })
  void isTheOperationAndTheTable(String query, String name) {
    assertThat(StatementName.of(query).text()).isEqualTo(name);
  }

  @Test
  void everyStatementHasBoth() {
    List<String> names =
        Stream.concat(CassandraStores.STATEMENTS.stream(), Kinds.STATEMENTS.stream())
            .map(cql -> StatementName.of(cql.text().replace("$ks", "quipu")).text())
            .toList();
    assertThat(names)
        .hasSizeGreaterThan(40)
        .allMatch(name -> name.matches("(SELECT|INSERT|UPDATE|DELETE) [a-z_]+"));
  }
}
