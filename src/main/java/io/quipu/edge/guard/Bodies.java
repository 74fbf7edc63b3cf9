package io.quipu.edge.guard;

/** What the bodies of one server instance share. */
public record Bodies(ByteBudget budget, BodyDeadlines deadlines) {}
