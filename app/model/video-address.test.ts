import { expect, test } from "vitest";
import { playerUrl, videoAddress, watchUrl } from "./video-address.ts";

const YOUTUBE = { service: "YouTube", id: "aqz-KE-bpKQ" };
const VIMEO = { service: "Vimeo", id: "76979871" };
const UNLISTED = { ...VIMEO, hash: "8272103f6e" };

test.each([
  ["https://www.youtube.com/watch?v=aqz-KE-bpKQ", YOUTUBE],
  [" https://m.youtube.com/watch?app=desktop&v=aqz-KE-bpKQ&t=90s&list=PL1 ", YOUTUBE],
  ["https://youtu.be/aqz-KE-bpKQ?si=follow-me", YOUTUBE],
  ["https://youtube.com/shorts/aqz-KE-bpKQ", YOUTUBE],
  ["https://www.youtube.com/live/aqz-KE-bpKQ", YOUTUBE],
  ["https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ", YOUTUBE],
  ["https://vimeo.com/76979871", VIMEO],
  ["https://www.vimeo.com/76979871?share=copy#t=3", VIMEO],
  ["https://player.vimeo.com/video/76979871", VIMEO],
  ["https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1", UNLISTED],
  ["https://vimeo.com/76979871/8272103f6e?share=copy", UNLISTED],
])("%j is a video", (address, video) => {
  expect(videoAddress(address)).toEqual(video);
});

test.each([
  "",
  null,
  7,
  "youtube.com/watch?v=aqz-KE-bpKQ",
  "http://www.youtube.com/watch?v=aqz-KE-bpKQ",
  "javascript:alert(1)//www.youtube.com/watch?v=aqz-KE-bpKQ",
  "https://www.youtube.com.evil.example/watch?v=aqz-KE-bpKQ",
  "https://evil.example/www.youtube.com/watch?v=aqz-KE-bpKQ",
  "https://www.youtube.com@evil.example/watch?v=aqz-KE-bpKQ",
  "https://user@www.youtube.com/watch?v=aqz-KE-bpKQ",
  "https://www.youtube.com:8443/watch?v=aqz-KE-bpKQ",
  "https://www.youtube.com/watch?v=aqz-KE-bpK",
  "https://www.youtube.com/watch?v=aqz-KE-bpKQ%22",
  "https://www.youtube.com/watch?v=../../../ab",
  "https://www.youtube.com/embed/aqz-KE-bpKQ/more",
  "https://www.youtube.com/playlist?list=PLaqz-KE-bpK",
  "https://youtu.be/aqz-KE-bpKQ/x",
  "https://vimeo.com/channels/76979871",
  "https://vimeo.com/76979871/8272103f6e/more",
  "https://vimeo.com/76979871/settings",
  "https://vimeo.com/7697987a",
])("%j is none", (address) => {
  expect(videoAddress(address)).toBeNull();
});

test("nothing but the id of an address reaches the player and the link", () => {
  const video = videoAddress("https://youtu.be/aqz-KE-bpKQ?enablejsapi=1&origin=https://evil.example#x")!;
  expect(playerUrl(video)).toBe("https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0");
  expect(watchUrl(video)).toBe("https://www.youtube.com/watch?v=aqz-KE-bpKQ");
  const other = videoAddress("https://vimeo.com/76979871")!;
  expect(playerUrl(other)).toBe("https://player.vimeo.com/video/76979871?autoplay=1&dnt=1");
  expect(watchUrl(other)).toBe("https://vimeo.com/76979871");
  const unlisted = videoAddress("https://player.vimeo.com/video/76979871?h=8272103f6e&color=f00")!;
  expect(playerUrl(unlisted)).toBe("https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e");
  expect(watchUrl(unlisted)).toBe("https://vimeo.com/76979871/8272103f6e");
});
