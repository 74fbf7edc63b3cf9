package io.quipu.service.auth;

/** Who sent a request, for whoever decides what they may do; nothing here looks into it. */
public interface Principal {}
