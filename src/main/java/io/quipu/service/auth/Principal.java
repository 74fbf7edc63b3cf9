package io.quipu.service.auth;

/** The sender of a request, for the access to decide on; nothing here looks into it. */
public interface Principal {}
