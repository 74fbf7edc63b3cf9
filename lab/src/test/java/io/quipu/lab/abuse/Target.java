package io.quipu.lab.abuse;

import io.quipu.testing.dev.CassandraProcess;
import java.net.InetSocketAddress;

/**
 * The target of an attack.
 *
 * @param address where the service listens
 * @param cassandra its Cassandra, which an attack may freeze for a while
 */
record Target(InetSocketAddress address, CassandraProcess cassandra, Scale scale) {}
