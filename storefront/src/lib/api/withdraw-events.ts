import { answer, api } from "./client";

/** Takes back what still waits for services that the visitor no longer agrees to. */
export const withdrawEvents = (tid: string, services: string[]) =>
  answer(api.POST("/api/tracking/withdraw", { body: { tid, services }, keepalive: true }));
