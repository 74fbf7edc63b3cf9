package io.quipu.testing.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CassandraExtension.class)
@TestMethodOrder(OrderAnnotation.class)
class CassandraExtensionIT {

  @Test
  @Order(1)
  void handsOutAKeyspaceOfTheClass(TestCassandra cassandra) {
    CqlSession session = cassandra.session();
    session.execute("CREATE TABLE " + cassandra.keyspace() + ".t (id int PRIMARY KEY, v text)");
    session.execute("INSERT INTO " + cassandra.keyspace() + ".t (id, v) VALUES (1, 'one')");

    Row row = session.execute("SELECT v FROM " + cassandra.keyspace() + ".t WHERE id = 1").one();

    assertThat(row).isNotNull();
    assertThat(row.getString("v")).isEqualTo("one");
  }

  @Test
  @Order(2)
  void keepsTheKeyspaceForTheWholeClass(TestCassandra cassandra) {
    assertThat(cassandra.session().execute("SELECT * FROM " + cassandra.keyspace() + ".t").all())
        .hasSize(1);
  }

  @Test
  void runsACassandra5(TestCassandra cassandra) {
    Row row = cassandra.session().execute("SELECT release_version FROM system.local").one();

    assertThat(row).isNotNull();
    assertThat(row.getString(0)).startsWith("5.");
  }

  @Test
  void appliesConditionalWrites(TestCassandra cassandra) {
    CqlSession session = cassandra.session();
    String table = cassandra.keyspace() + ".c";
    session.execute("CREATE TABLE " + table + " (id int PRIMARY KEY, v int)");
    String insert = "INSERT INTO " + table + " (id, v) VALUES (1, 1) IF NOT EXISTS";

    assertThat(session.execute(insert).wasApplied()).isTrue();
    assertThat(session.execute(insert).wasApplied()).isFalse();
  }

  @Test
  void dropsTheKeyspacesAfterwards(TestCassandra cassandra) {
    String keyspace;
    try (TestCassandra other =
        new TestCassandra(cassandra.contactPoint(), cassandra.session(), getClass())) {
      keyspace = other.keyspace();
      assertThat(exists(cassandra, keyspace)).isTrue();
      assertThat(other.freshKeyspace()).isNotEqualTo(keyspace);
    }
    assertThat(exists(cassandra, keyspace)).isFalse();
  }

  private static boolean exists(TestCassandra cassandra, String keyspace) {
    return cassandra
            .session()
            .execute(
                "SELECT * FROM system_schema.keyspaces WHERE keyspace_name = '" + keyspace + "'")
            .one()
        != null;
  }

  @Nested
  class InANestedClass {
    @Test
    void sharesTheKeyspaceOfTheClassAroundIt(TestCassandra cassandra) {
      assertThat(cassandra.keyspace()).startsWith("cassandraextensionit_");
    }
  }
}
