import { expect, it } from "vitest";
import { requestHeaders, responseHeaders } from "./pass-headers.ts";

it("passes on what is not about the connection, whatever the caller says is", () => {
  const given = [
    "Host",
    "a",
    "Connection",
    "x-client-address, keep-alive",
    "Keep-Alive",
    "5",
    "TE",
    "trailers",
  ];
  expect(requestHeaders("GET", [...given, "X-Client-Address", "192.0.2.1"])).toEqual([
    "host",
    "a",
    "x-client-address",
    "192.0.2.1",
  ]);
});

it("says of every request how long its body is", () => {
  expect(requestHeaders("POST", ["content-length", "3"])).toEqual(["content-length", "3"]);
  expect(requestHeaders("DELETE", ["transfer-encoding", "chunked"])).toEqual([
    "transfer-encoding",
    "chunked",
  ]);
  expect(requestHeaders("POST", [])).toEqual(["content-length", "0"]);
  expect(requestHeaders("HEAD", [])).toEqual([]);
});

it("passes an answer's headers on one by one, and that the connection ends", () => {
  const given = ["Set-Cookie", "a=1", "Set-Cookie", "b=2", "Transfer-Encoding", "chunked"];
  expect(responseHeaders([...given, "Connection", "keep-alive"])).toEqual([
    "set-cookie",
    "a=1",
    "set-cookie",
    "b=2",
  ]);
  expect(responseHeaders(["Connection", "Close"])).toEqual(["connection", "Close"]);
});
