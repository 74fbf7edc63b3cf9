package io.quipu.testing.dev;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps two servers from writing to one data directory, from whatever JVM they are started. */
final class DirectoryLock implements AutoCloseable {
  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  static DirectoryLock take(CassandraLayout layout) {
    Path file = layout.lock();
    try {
      Files.createDirectories(file.getParent());
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isTaken(channel)) {
        channel.close();
        throw new CassandraStartException(
            "Another Cassandra uses " + layout.directory() + "; stop it first");
      }
      return new DirectoryLock(channel);
    } catch (IOException e) {
      throw new CassandraStartException("Cannot lock " + file + ": " + e, e);
    }
  }

  private static boolean isTaken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() == null;
    } catch (OverlappingFileLockException byThisJvm) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new IllegalStateException("Cannot unlock", e);
    }
  }
}
