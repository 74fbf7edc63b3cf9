package io.quipu.edge.resp.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.resp.ConnectedRedis;
import io.quipu.edge.resp.RespSocket;
import io.quipu.edge.resp.ServedRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What clients look for before they work, and what they are told of commands that are not there.
 */
class ClientInfoTest extends ConnectedRedis {
  /** The fields of Redis and Valkey, in their order: some clients go by it. */
  private static final List<String> FIELDS =
      List.of(
          ("id addr laddr fd name age idle flags db sub psub ssub multi watch qbuf qbuf-free"
                  + " argv-mem multi-mem rbs rbp obl oll omem tot-mem events cmd user redir resp"
                  + " lib-name lib-ver tot-net-in tot-net-out tot-cmds")
              .split(" "));

  ClientInfoTest() {
    super(new ServedRedis(ServedRedis.USUAL));
  }

  private static Map<String, String> fields(String line) {
    return Stream.of(line.strip().split(" "))
        .map(field -> field.split("=", 2))
        .collect(Collectors.toMap(field -> field[0], field -> field[1]));
  }

  @Test
  void aConnectionIsToldOfItself() throws IOException {
    socket.ask("CLIENT", "SETNAME", "me");
    assertThat(socket.ask("CLIENT", "SETINFO", "LIB-NAME", "lettuce")).isEqualTo("+OK");
    assertThat(socket.ask("CLIENT", "SETINFO", "lib-ver", "6.3")).isEqualTo("+OK");
    String line = socket.ask("CLIENT", "INFO");
    assertThat(Stream.of(line.strip().split(" ")).map(field -> field.split("=", 2)[0]))
        .containsExactlyElementsOf(FIELDS);
    assertThat(fields(line))
        .containsEntry("id", socket.ask("CLIENT", "ID").substring(1))
        .containsEntry("name", "me")
        .containsEntry("lib-name", "lettuce")
        .containsEntry("lib-ver", "6.3")
        .containsEntry("cmd", "client|info")
        .containsEntry("user", "default")
        .containsEntry("db", "0")
        .containsEntry("laddr", "127.0.0.1:" + redis.address().getPort());
    assertThat(fields(line).get("addr")).matches("127\\.0\\.0\\.1:\\d+");
    assertThat(fields(line).get("age")).matches("\\d+");
    assertThat(socket.ask("CLIENT", "LIST")).isEqualTo(line.replace("|info", "|list"));
  }

  /** Other connections belong to other callers. */
  @Test
  void aConnectionSeesNoOther() throws IOException {
    try (RespSocket other = redis.connect()) {
      String id = other.ask("CLIENT", "ID").substring(1);
      assertThat(socket.ask("CLIENT", "LIST").strip()).doesNotContain("\n");
      assertThat(socket.ask("CLIENT", "LIST", "ID", id)).isEmpty();
      assertThat(other.ask("CLIENT", "LIST", "ID", "0", id)).startsWith("id=" + id + " ");
      assertThat(other.ask("CLIENT", "LIST", "TYPE", "normal")).startsWith("id=" + id + " ");
      assertThat(other.ask("CLIENT", "LIST", "TYPE", "pubsub")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CLIENT NO-EVICT ON, +OK",
    "CLIENT NO-EVICT maybe, -ERR syntax error: the form is CLIENT NO-EVICT ON|OFF",
    "CLIENT NO-TOUCH off, +OK",
    "CLIENT NO-TOUCH, '-ERR wrong number of arguments for ''client|no-touch'' command: it has 0.'",
    "CLIENT GETREDIR, :-1",
    "CLIENT SETINFO LIB-COLOUR red, -ERR Unrecognized option 'LIB-COLOUR'",
    "CLIENT SETINFO LIB-VER \u00e9, '-ERR lib-ver cannot contain spaces, newlines or special'",
    "CLIENT SETNAME \u00e9, '-ERR Client names cannot contain spaces, newlines or special'",
    "CLIENT LIST TYPE none, -ERR Unknown client type 'none'",
    "CLIENT LIST ID x, -ERR Invalid client ID 'x'",
    "CLIENT REPLY maybe, -ERR syntax error: the form is CLIENT REPLY ON",
    "CLIENT NOTHING ON, '-ERR unknown subcommand ''NOTHING'' of CLIENT. There are GETNAME, '"
  })
  void subcommandsAnswerAsThoseOfRedis(String command, String reply) throws IOException {
    assertThat(socket.ask(command.split(" "))).startsWith(reply);
  }

  @Test
  void aServerTellsWhatClientsLookFor() throws IOException {
    String info = socket.ask("INFO");
    for (String line :
        List.of(
            "redis_version:\\d+\\.\\d+\\.\\d+",
            "uptime_in_seconds:\\d+",
            "uptime_in_days:\\d+",
            "run_id:[0-9a-f]{40}",
            "master_replid:[0-9a-f]{40}",
            "used_memory_human:\\d+\\.\\d\\dM",
            "used_memory_peak_human:\\d+\\.\\d\\dM",
            "total_commands_processed:0")) {
      assertThat(info.split("\r\n")).anyMatch(one -> one.matches(line));
    }
    assertThat(info)
        .contains("\r\ntcp_port:" + redis.address().getPort() + "\r\n")
        .contains("\r\nconnected_clients:1\r\n")
        .contains("\r\nmaxmemory_policy:noeviction\r\n")
        .contains("\r\nloading:0\r\n", "\r\nrole:master\r\n", "\r\ncluster_enabled:0\r\n");
    assertThat(info.split("\r\n")).allMatch(line -> line.matches("|# [A-Z][a-z]+|[a-z_]+:.*"));
    assertThat(socket.ask("INFO", "everything")).startsWith("# Server\r\n").contains("# Keyspace");
    assertThat(socket.ask("INFO", "stats")).contains("\r\ntotal_commands_processed:2\r\n");
    assertThat(socket.ask("INFO", "replication", "CLUSTER").replaceAll("[0-9a-f]{40}", "ID"))
        .isEqualTo(
            String.join(
                "\r\n",
                "# Replication",
                "role:master",
                "connected_slaves:0",
                "master_replid:ID",
                "master_repl_offset:0",
                "",
                "# Cluster",
                "cluster_enabled:0",
                ""));
    assertThat(socket.ask("INFO", "nothing")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aCommandWithoutItsWordsSaysItsForm(CommandName name) throws IOException {
    String reply = socket.ask(name.spelt());
    if (Math.abs(name.form().arity()) == 1) {
      assertThat(reply).doesNotContain("wrong number");
    } else {
      assertThat(reply)
          .isEqualTo(
              "-ERR wrong number of arguments for '%s' command: it has 0. The form is %s %s"
                  .formatted(name.label(), name.spelt(), name.form().arguments()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMissingCommandSaysWhy_andTheDocumentNamesIt(MissingCommand missing) throws IOException {
    for (String name : missing.names()) {
      assertThat(Arrays.stream(CommandName.values()).map(CommandName::spelt))
          .as("commands that are there")
          .doesNotContain(name);
      // of a module any name is one
      String command = name.endsWith(".") ? name + "ANY" : name;
      String said = command.replace('|', ' ');
      List<String> words = new ArrayList<>(List.of(said.toLowerCase(Locale.ROOT).split(" ")));
      words.addAll(List.of("a", "b"));
      assertThat(socket.ask(words.toArray(String[]::new)))
          .isEqualTo("-ERR " + missing.reason() + ". There is no " + said + ": nothing was done");
    }
    assertThat(Files.readString(Path.of("docs/redis.md")))
        .contains("`" + missing.names().get(0).replace('|', ' ') + "`");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INCRBYFLOAT a 1.5", "HINCRBYFLOAT a f 1.5", "incrbyfloat a"})
  void fractionsAreExplained(String command) throws IOException {
    assertThat(socket.ask(command.split(" "))).startsWith("-ERR counts are whole numbers");
  }

  @Test
  void whatRedisHasNeitherIsUnknown() throws IOException {
    assertThat(socket.ask("NOTHING", "a"))
        .startsWith("-ERR unknown command 'NOTHING'. COMMAND LIST names ");
  }
}
