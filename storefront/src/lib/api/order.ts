import { answer, api, inLanguage } from "./client";

/** A page of the customer's orders, counted from 1; span is "30" or "180" days, or a year. */
export const fetchOrders = (pageNumber: number, yearOfOrders: string, lang: string) =>
  answer(api.POST("/account/get-orders", { ...inLanguage(lang), body: { pageNumber, yearOfOrders } }));

/** One of the customer's orders; ApiError 404 for anybody else's. */
export const fetchOrder = (ordersId: number, lang: string) =>
  answer(api.POST("/account/get-order", { ...inLanguage(lang), body: { ordersId } }));

/** Puts what one of the customer's orders had into the cart once more; says of what there was less. */
export const reorder = (ordersId: number, lang: string) =>
  answer(api.POST("/account/reorder", { ...inLanguage(lang), body: { ordersId } }));

/** The invoices and credit notes of one of the customer's orders, oldest first. */
export const fetchInvoices = (ordersId: number, lang: string) =>
  answer(api.POST("/account/get-invoices", { ...inLanguage(lang), body: { ordersId } }));

/** What of one of the customer's orders can be withdrawn from, and what was. */
export const fetchOrderWithdrawal = (ordersId: number, lang: string) =>
  answer(api.POST("/account/get-withdrawal", { ...inLanguage(lang), body: { ordersId } }));

/** An order and its documents, by the link that its mails have; ApiError 404 for a link that opens none. */
export const fetchOrderStatus = (ordersId: number, token: string, lang: string) =>
  answer(api.POST("/api/order/status", { ...inLanguage(lang), body: { ordersId, token } }));

/** Has an order's link mailed to its customer once more. The answer is the same whether there is such an order or not. */
export const requestOrderLink = (orderNumber: string, email: string, lang: string) =>
  answer(api.POST("/api/order/link", { ...inLanguage(lang), body: { orderNumber, email } }));
