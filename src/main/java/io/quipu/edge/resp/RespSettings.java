package io.quipu.edge.resp;

import io.quipu.edge.guard.PortSettings;

/**
 * The settings of the server of Redis clients.
 *
 * @param databases what {@code SELECT} takes
 * @param deadlines of what clients send
 */
public record RespSettings(PortSettings port, Databases databases, Deadlines deadlines) {}
