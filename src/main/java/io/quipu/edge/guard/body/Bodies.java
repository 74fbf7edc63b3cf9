package io.quipu.edge.guard.body;

/** The budget and the deadlines that the bodies of one server instance share. */
public record Bodies(ByteBudget budget, BodyDeadlines deadlines) {}
