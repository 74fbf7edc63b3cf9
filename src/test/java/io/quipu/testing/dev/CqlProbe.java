package io.quipu.testing.dev;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Asks a server for its CQL options, the first thing any driver does. */
final class CqlProbe {
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final byte OPTIONS = 5;
  private static final byte SUPPORTED = 6;
  // version 4, no flags, stream 0, opcode, empty body
  private static final byte[] REQUEST = {4, 0, 0, 0, OPTIONS, 0, 0, 0, 0};

  private CqlProbe() {}

  /** Tells whether connections are accepted there. */
  static boolean listens(InetSocketAddress server) {
    try (Socket socket = new Socket()) {
      socket.connect(server, TIMEOUT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Tells whether CQL is spoken there; a port that only accepts connections is not enough. */
  static boolean answers(InetSocketAddress server) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(server, TIMEOUT_MILLIS);
      socket.getOutputStream().write(REQUEST);
      byte[] header = new byte[REQUEST.length];
      new DataInputStream(socket.getInputStream()).readFully(header);
      return header[4] == SUPPORTED;
    } catch (IOException notYet) {
      return false;
    }
  }
}
