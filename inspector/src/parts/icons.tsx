const paths = {
  first: 'M4 3v10M13 3.5v9L6.5 8z',
  back: 'M11.5 3.5v9L4.5 8z',
  forward: 'M4.5 3.5v9L11.5 8z',
  pause: 'M5.5 3v10M10.5 3v10',
  go: 'M4.5 3v10l8-5z',
  step: 'M4 3.5v9L10.5 8zM12.5 3v10',
  micro: 'M3 8h6M6.5 5 9.5 8l-3 3M12.5 6v4',
  until: 'M3 8h5M6 5.5 8.5 8 6 10.5M12 3v10M10.5 3h3M10.5 13h3',
  live: 'M3 3.5v9L8 8zM8 3.5v9L13 8z',
  play: 'M4.5 3v10l8-5z',
  fork: 'M5 3v10M5 9c0-3 6-1.500 6-5.500M9 5l2-2 2 2',
  cancel: 'M4 4l8 8M12 4l-8 8',
  theme: 'M8 2.500a5.500 5.500 0 1 0 0 11z',
  help: 'M5.800 6a2.200 2.200 0 1 1 3.400 1.900C8.300 8.500 8 8.800 8 9.600M8 12v.4',
  more: 'M3.500 8h.01M8 8h.01M12.500 8h.01',
  down: 'M4.500 6.500 8 10l3.500-3.500',
  right: 'M6.500 4.500 10 8l-3.500 3.500',
  fit: 'M3 6V3h3M13 6V3h-3M3 10v3h3M13 10v3h-3',
  plus: 'M8 3.500v9M3.500 8h9',
  minus: 'M3.500 8h9',
  in: 'M3 8h9M9 5l3 3-3 3',
  start: 'M4.500 3v10l8-5z',
  done: 'M3 8.500 6.500 12 13 4.500',
  failed: 'M4 4l8 8M12 4l-8 8',
  state: 'M8 2.800 13.200 8 8 13.200 2.800 8z',
  person: 'M8 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM3 13.500c.6-3 2.500-4 5-4s4.400 1 5 4',
  plan: 'M3 4h2M7.500 4H13M3 8h2M7.500 8H13M3 12h2M7.500 12H13',
  move: 'M8 7.200a.8.8 0 1 0 0 1.600.8.8 0 0 0 0-1.600z',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.500 10.500 13.500 13.500',
  export: 'M8 10V2.500M5 5l3-3 3 3M3 10v3h10v-3',
} as const;

export type IconName = keyof typeof paths;

const filled = new Set<IconName>(['back', 'forward', 'go', 'play', 'start', 'theme']);

/** A small picture, drawn in the colour of the text around it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      class={filled.has(name) ? 'icon filled' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
