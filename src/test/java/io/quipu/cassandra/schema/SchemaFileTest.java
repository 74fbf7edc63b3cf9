package io.quipu.cassandra.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.schema.SchemaFile.ReadRepair;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaFileTest {
  @Test
  void everyFileIsNamed_inOrder() throws IOException, URISyntaxException {
    Path folder = Path.of(SchemaFile.class.getResource("/schema").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted().toList())
          .isEqualTo(SchemaFile.NAMES);
    }
  }

  @Test
  void everyStatementCreatesATableOrAddsAColumn() {
    for (SchemaFile file : SchemaFile.all()) {
      assertThat(file.statements()).isNotEmpty();
      assertThat(file.tables())
          .hasSameSizeAs(file.statements().stream().filter(cql -> !isOption(cql)).toList());
      for (SchemaTable table : file.tables()) {
        assertThat(table.columns()).as(table.name()).isNotEmpty();
      }
    }
  }

  @Test
  void everyTableRepairsOnReads_butThatWhoseConditionalWritesMustStayWhole() {
    Map<String, String> repairs =
        SchemaFile.readRepairs(SchemaFile.all()).stream()
            .collect(Collectors.toMap(ReadRepair::table, ReadRepair::value));

    assertThat(repairs.keySet())
        .containsAll(
            SchemaFile.all().stream()
                .flatMap(file -> file.tables().stream())
                .map(SchemaTable::name)
                .toList());
    assertThat(repairs).containsEntry("page", "NONE");
    repairs.remove("page");
    assertThat(repairs.values()).containsOnly("BLOCKING");
  }

  private static boolean isOption(String cql) {
    return cql.startsWith("ALTER TABLE") && cql.contains(" WITH ");
  }

  @Test
  void commentsAreLeftOut_andStatementsCutAtSemicolons() {
    SchemaFile file =
        SchemaFile.parse("x", "-- one;\nCREATE a\n  -- inside;\n  b;\n\nCREATE c;\n-- end\n");

    assertThat(file.statements()).containsExactly("CREATE a\n  b", "CREATE c");
  }

  @Test
  void columnsAreReadWithTypeAndStatic_andThePrimaryKey() {
    SchemaTable table =
        SchemaTable.in(
                "CREATE TABLE IF NOT EXISTS t (\n  a text,\n  b set<bigint> static,\n"
                    + "  PRIMARY KEY ((a, d), e, f)\n) WITH c = 1")
            .orElseThrow();

    assertThat(table)
        .isEqualTo(
            new SchemaTable(
                "t",
                "(a, d), e, f",
                List.of(
                    new SchemaTable.Column("a", "text", false),
                    new SchemaTable.Column("b", "set<bigint>", true))));
  }

  @Test
  void addedColumnsAreReadWithTypeAndStatic() {
    assertThat(SchemaTable.in("ALTER TABLE t ADD IF NOT EXISTS a int"))
        .contains(new SchemaTable("t", "", List.of(new SchemaTable.Column("a", "int", false))));
    assertThat(SchemaTable.in("ALTER TABLE t ADD IF NOT EXISTS b set<bigint> static"))
        .contains(
            new SchemaTable("t", "", List.of(new SchemaTable.Column("b", "set<bigint>", true))));
  }

  @Test
  void theChecksumIsOfWhatIsExecuted() {
    String checksum = SchemaFile.parse("x", "CREATE a;\nCREATE b;").checksum();

    assertThat(SchemaFile.parse("x", "-- why\nCREATE  a;\n\nCREATE b;\n").checksum())
        .isEqualTo(checksum);
    assertThat(SchemaFile.parse("x", "CREATE a;\nCREATE c;").checksum()).isNotEqualTo(checksum);
    assertThat(SchemaFile.parse("x", "CREATE a;").checksum()).isNotEqualTo(checksum);
  }
}
