package io.quipu.edge.resp;

import io.quipu.edge.guard.connection.PortSettings;

/**
 * The settings of the server of Redis clients.
 *
 * @param databases the namespaces that {@code SELECT} takes by number
 * @param deadlines the deadlines for clients
 */
public record RespSettings(PortSettings port, Databases databases, Deadlines deadlines) {}
