package org.apache.cassandra.security;

/**
 * Stands in for the server's own class of this name, which Java 18 and later refuse to install.
 *
 * <p>The original confines user-defined functions. They are off in a Cassandra started from here,
 * so nothing is left unguarded. Only {@code CassandraProcess} puts this class in front of the
 * server's class path, and only where it has to.
 */
public final class ThreadAwareSecurityManager {
  private ThreadAwareSecurityManager() {}

  /** Called once by the server as it starts; installs nothing. */
  public static void install() {}

  /** Asked by user-defined functions; no thread is confined. */
  public static boolean isSecuredThread() {
    return false;
  }
}
