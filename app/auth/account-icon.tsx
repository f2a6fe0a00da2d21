import { LineIcon } from "../ui/line-icon.tsx";

const SHAPES = {
  admin: "M4 5h7v6H4zM13 5h7v3h-7zM13 10h7v9h-7zM4 13h7v6H4z",
  account: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5",
  signOut: "M14 7V5H5v14h9v-2M10 12h10m-3-3 3 3-3 3",
};

/** Stands for the words where the bar has no room for them. */
export function AccountIcon({ shape }: { shape: keyof typeof SHAPES }) {
  return (
    <LineIcon stroke={1.6} className="hidden size-5 lg:max-xl:block">
      <path d={SHAPES[shape]} />
    </LineIcon>
  );
}
