package io.quipu.lab.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LocalPortsTest {
  @Test
  void areThoseOfTheProcess_andNoOthers() throws IOException {
    long self = ProcessHandle.current().pid();
    int port;
    try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = open.getLocalPort();
      assertThat(LocalPorts.of(self)).contains(port);
    }
    assertThat(LocalPorts.of(self)).doesNotContain(port);
  }
}
