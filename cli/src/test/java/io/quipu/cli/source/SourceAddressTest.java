package io.quipu.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceAddressTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis://host                      | redis://host:6379/
          redis://host:1/                   | redis://host:1/
          rediss://me@host/12               | rediss://host:6379/12
          REDIS://[::1]:1/2                 | redis://::1:1/2
          cassandra://a:1,b/my_ks/my%20table | cassandra://a:1/my_ks/my table
          """)
  void saysWhereItIs(String text, String inWords) {
    assertThat(SourceAddress.parse(text).inWords()).isEqualTo(inWords);
  }

  @Test
  void hasAUser_andHosts() {
    SourceAddress address = SourceAddress.parse("cassandra://a%40b@first:1,second/k/t");
    assertThat(address.user()).isEqualTo("a@b");
    assertThat(address.hosts())
        .containsExactly(
            InetSocketAddress.createUnresolved("first", 1),
            InetSocketAddress.createUnresolved("second", 9042));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://host/0            | redis://host:6379/0
          redis://                 | redis://host:6379/0
          redis://host?a=1         | redis://host:6379/0
          redis://host/first       | the number of a database
          redis://a,b/0            | one host
          redis://host:x           | host:6379
          redis://host:65536       | host:6379
          cassandra://host         | a keyspace and a table
          cassandra://host/ks      | a keyspace and a table
          cassandra://host/ks/     | a keyspace and a table
          cassandra://host/ks/t/u  | a keyspace and a table
          redis://me:secret@host/0 | --password-file
          redis://:secret@host/0   | --password-file
          redis://me:secret/x@host/0         | --password-file
          redis://me:1/secret@host/0         | --password-file
          redis://me:a@secret@host           | --password-file
          redis://me:secret?#x@host          | --password-file
          cassandra://me:1/secret@host/ks    | --password-file
          cassandra://me:secret/x@host/ks/t  | --password-file
          redis://secret/x@host/0            | redis://host:6379/0
          redis://%secret@host/0             | %25
          """)
  void saysWhatIsWrong_andNoPassword(String text, String named) {
    assertThatThrownBy(() -> SourceAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named)
        .hasMessageNotContaining("secret");
  }
}
