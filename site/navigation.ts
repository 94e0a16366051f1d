/** A page of the site in the navigation: its path without an ending, and what it is called in both languages. */
export type Place = readonly [page: string, english: string, chinese: string];

interface Part {
  readonly english: string;
  readonly chinese: string;
  readonly isFolded?: true;
  readonly places: readonly Place[];
}

/** The whole navigation, in both languages at once: what is in one is in the other. */
export const parts: readonly Part[] = [
  {
    english: 'Start',
    chinese: '开始',
    places: [
      ['start', 'Five minutes', '五分钟上手'],
      ['concepts', 'The ideas', '核心概念'],
      ['which-one', 'Which one do I need', '我需要哪一个'],
      ['comparison', 'Compared with others', '与其他库比较'],
      ['coming-from', 'Coming from another library', '从其他库迁移'],
      ['faq', 'Questions', '常见问题'],
    ],
  },
  {
    english: 'Recipes',
    chinese: '做法',
    places: [
      ['recipes/own-tools', 'Tools of your own', '自己的工具'],
      ['recipes/web-server', 'A web server', 'Web 服务器'],
      ['recipes/approval', 'A person approves', '由人批准'],
      ['recipes/testing', 'Tests without a model', '不用模型的测试'],
      ['recipes/deployment', 'Deployment', '部署'],
      ['react', 'React', 'React'],
    ],
  },
  {
    english: 'The orchestrator',
    chinese: '编排器',
    places: [
      ['specialists', 'Specialists', '专家'],
      ['tools', 'Tools', '工具'],
      ['plans', 'Plans', '计划'],
      ['control', 'Watch, stop, replay', '观察、停止、重放'],
      ['limits', 'Limits', '上限'],
      ['steering', 'Steering', '运行中的消息'],
      ['asking-people', 'Asking people', '询问人'],
      ['structured-output', 'Structured output', '结构化输出'],
      ['self-correction', 'Self-correction', '自我纠正'],
      ['conversations', 'Conversations', '对话'],
      ['memory', 'Memory', '记忆'],
      ['request-context', 'Request context', '请求上下文'],
      ['callbacks', 'Callbacks', '回调'],
      ['conversation-engine', 'Conversation engine', '对话引擎'],
    ],
  },
  {
    english: 'Agents',
    chinese: '智能体',
    places: [
      ['agents', 'Agents and compositions', '智能体与组合'],
      ['agent-graphs', 'Graphs', '图'],
      ['agents-and-orchestrators', 'Agents and orchestrators', '智能体与编排器'],
      ['long-work', 'Long work', '长任务'],
      ['skills', 'Skills', '技能'],
    ],
  },
  {
    english: 'Runs',
    chinese: '运行',
    places: [
      ['durability', 'Durability', '持久性'],
      ['in-an-xstate-app', 'In an XState app', '在 XState 应用中'],
      ['durable-machines', 'Machines of your own', '自己的状态机'],
      ['log', 'The log', '日志'],
      ['state', 'State', '状态'],
      ['inspector', 'The inspector', '检查器'],
    ],
  },
  {
    english: 'Models and data',
    chinese: '模型与数据',
    places: [
      ['model-endpoints', 'Model endpoints', '模型端点'],
      ['mcp', 'MCP servers', 'MCP 服务器'],
      ['offline-rules', 'Offline rules', '离线规则'],
      ['tables', 'Tables', '表格'],
    ],
  },
  {
    english: 'Reference',
    chinese: '参考',
    places: [
      ['reference/index', 'Every public name', '所有公开名称'],
      ['install', 'Install', '安装'],
      ['options', 'Options', '选项'],
      ['command-line', 'Command line', '命令行'],
      ['chat', 'Chat', '聊天'],
      ['reference/commands', 'Commands', '命令'],
      ['reference/entries', 'Entries of the log', '日志条目'],
      ['errors', 'Errors', '错误'],
      ['examples/index', 'Examples', '示例'],
    ],
  },
  {
    english: 'How well, and how',
    chinese: '效果与原理',
    isFolded: true,
    places: [
      ['guarantees', 'Guarantees', '保证'],
      ['economy', 'Economy', '开销'],
      ['performance', 'Performance', '性能'],
      ['architecture', 'Architecture', '架构'],
      ['decisions/index', 'Decisions', '决策'],
      ['changelog', 'Changelog', '更新日志'],
      ['contributing', 'Contributing', '参与贡献'],
    ],
  },
];

export const places: readonly Place[] = parts.flatMap((part) => part.places);

/** Whether a page is in the site once, in English, and not also as the Chinese navigation shows it. */
export const isOnce = (page: string): boolean =>
  /^(?:reference|examples|decisions)\/|^(?:changelog|contributing)\b/.test(page);
