import { answer, api, inLanguage } from "./client";

/** A page of the customer's orders, counted from 1; span is "30" or "180" days, or a year. */
export const fetchOrders = (pageNumber: number, yearOfOrders: string, lang: string) =>
  answer(api.POST("/account/get-orders", { ...inLanguage(lang), body: { pageNumber, yearOfOrders } }));

/** One of the customer's orders; ApiError 404 for anybody else's. */
export const fetchOrder = (ordersId: number, lang: string) =>
  answer(api.POST("/account/get-order", { ...inLanguage(lang), body: { ordersId } }));

/** The invoices and credit notes of one of the customer's orders, oldest first. */
export const fetchInvoices = (ordersId: number, lang: string) =>
  answer(api.POST("/account/get-invoices", { ...inLanguage(lang), body: { ordersId } }));
