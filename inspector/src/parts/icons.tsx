const paths = {
  first: 'M4 3v10M13 3.5v9L6.5 8z',
  back: 'M11.5 3.5v9L4.5 8z',
  forward: 'M4.5 3.5v9L11.5 8z',
  last: 'M3.500 3.500v9L10 8zM12.500 3v10',
  hold: 'M4 3h8v10H4zM8 6v4',
  pause: 'M5.5 3v10M10.5 3v10',
  go: 'M4.5 3v10l8-5z',
  step: 'M4 3.5v9L10.5 8zM12.5 3v10',
  micro: 'M3 8h6M6.5 5 9.5 8l-3 3M12.5 6v4',
  until: 'M3 8h5M6 5.5 8.5 8 6 10.5M12 3v10M10.5 3h3M10.5 13h3',
  live: 'M3 3.5v9L8 8zM8 3.5v9L13 8z',
  play: 'M4.5 3v10l8-5z',
  fork: 'M5 5.500v5M5 10.500a1.700 1.700 0 1 0 .01 0zM5 5.500a1.700 1.700 0 1 0-.01 0zM11 7.500a1.700 1.700 0 1 0-.01 0zM11 7.500c0 2.500-6 1-6 3',
  cancel: 'M4 4l8 8M12 4l-8 8',
  stop: 'M4.500 4.500h7v7h-7z',
  theme: 'M8 2.500a5.500 5.500 0 1 0 .01 0zM8 3.800a4.200 4.200 0 1 0 .01 0zM8 3.800v8.400a4.200 4.200 0 0 0 0-8.400z',
  help: 'M5.800 6a2.200 2.200 0 1 1 3.400 1.900C8.300 8.500 8 8.800 8 9.600M8 12v.4',
  more: 'M3.500 7.100a.9.9 0 1 0 .01 0zM8 7.100a.9.9 0 1 0 .01 0zM12.500 7.100a.9.9 0 1 0 .01 0z',
  down: 'M4.500 6.500 8 10l3.500-3.500',
  left: 'M9.500 4.500 6 8l3.500 3.500',
  right: 'M6.500 4.500 10 8l-3.500 3.500',
  running: 'M8 5.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  warning: 'M8 2.500 14 13H2zM8 6.500v3M8 11.500v.1',
  compare: 'M2.500 3h4.500v10H2.500zM9 3h4.500v10H9z',
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
  target:
    'M8 12.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM8 9.300a1.300 1.300 0 1 0 0-2.600 1.300 1.300 0 0 0 0 2.600zM8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2',
  run: 'M4 2.500h8v11H4zM6 5.500h4M6 8h4M6 10.500h2',
  map: 'M2.500 5.500h4v5h-4zM10 2.500h3.500V6H10zM10 10h3.500v3.500H10zM6.500 8h1.800V4.200H10M8.300 8v3.800H10',
  gantt: 'M2.500 3.500h5M5 8h5.500M8.500 12.500h5',
  log: 'M3 3h10v7.500H7.500L5 13v-2.500H3z',
  lock: 'M4 7.500h8v6H4zM5.500 7.500V5.500a2.500 2.500 0 0 1 5 0v2',
  edit: 'M3 13l.8-3L10.500 3.300l2.200 2.200L6 12.200zM9 4.800l2.200 2.200',
  again: 'M12.800 8a4.800 4.800 0 1 1-1.400-3.400L13 6.200M13 2.800v3.400H9.600',
  tool: 'M10.500 2.800a3.400 3.400 0 0 0-3.300 4.400L3 11.400V13h1.600l4.200-4.200a3.400 3.400 0 0 0 4.200-4.400L11 6.400 9.600 5z',
  export: 'M8 10V2.500M5 5l3-3 3 3M3 10v3h10v-3',
} as const;

export type IconName = keyof typeof paths;

const filled = new Set<IconName>(['back', 'forward', 'go', 'play', 'start', 'theme', 'running', 'stop', 'more']);

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
