/** One idea that a column can hold, with the words that people use for it. */
export interface Concept {
  /** Names of columns that hold it, the surest first. Each is asked for by all of them. */
  readonly names: string;
  /** Words that ask for it, but name no column of it. */
  readonly says?: string;
  /** Words that ask for the most and for the least of it: "hottest", "coldest". */
  readonly most?: string;
  readonly least?: string;
  /** Words before "than": "hotter than 30". */
  readonly more?: string;
  readonly less?: string;
}

/**
 * Ideas that tables often hold, in both languages. A column is found by its own name first; these only let it be asked for by other words that mean
 * the same. Words that mean something else to anybody (visits and clicks) are not in one row.
 */
export const concepts: Readonly<Record<string, Concept>> = {
  revenue: {
    names:
      'revenue | sales revenue | sales amount | sales value | turnover | sales | sale | order total | total amount | amount | total | total price | 销售额 | 销售收入 | 销售金额 | 营业额 | 营收 | 总额 | 总金额 | 金额 | 订单金额',
    says: 'order value | money | spending | 收入 | 消费 | 花费 | 总价',
    most: 'best-earning | top-earning',
  },
  units: {
    names: 'units | quantity | qty | units sold | items sold | sales volume | 销量 | 销售量 | 销售数量 | 数量 | 件数',
    says: 'pieces | copies | 卖出数量',
    most: 'best-selling | bestselling | best selling | most popular | 最畅销 | 卖得最好 | 卖得最多 | 最受欢迎 | 最热销 | 卖的最好 | 卖的最多 | 卖最好 | 卖最多',
    least: 'worst-selling | worst selling | least popular | 卖得最差 | 卖得最少 | 最滞销 | 卖的最差 | 卖的最少',
  },
  price: {
    names: 'unit price | price | list price | 单价 | 价格 | 售价 | 价钱',
    says: 'cost | costs | 多少钱',
    most: 'most expensive | priciest | dearest | costliest | 最贵',
    least: 'cheapest | least expensive | 最便宜',
    more: 'more expensive | dearer | 贵于',
    less: 'cheaper | less expensive | 便宜于',
  },
  cost: { names: 'cost | costs | 成本', says: '费用', most: 'most expensive | 最贵', least: 'cheapest | 最便宜' },
  profit: { names: 'profit | net profit | 利润 | 盈利', most: 'most profitable', least: 'least profitable' },
  discount: { names: 'discount | rebate | 折扣 | 优惠' },
  salary: {
    names: 'salary | pay | wage | compensation | 工资 | 薪水 | 薪资 | 薪酬 | 月薪 | 年薪',
    says: 'earn | earns | earned | earning | paid | income | 收入 | 赚',
    most: 'best paid | best-paid | highest paid | highest-paid | top paid',
    least: 'worst paid | lowest paid | lowest-paid',
  },
  age: {
    names: 'age | 年龄 | 年纪 | 岁数',
    says: 'year old | years of age | how old | old | 多大 | 岁',
    most: 'oldest | eldest | 最老 | 最年长 | 年龄最大 | 年纪最大',
    least: 'youngest | 最年轻 | 年龄最小 | 年纪最小',
    more: 'older',
    less: 'younger',
  },
  score: {
    names: 'score | rating | review score | 评分 | 分数 | 打分',
    says: '分',
    most: 'best rated | best-rated | highest rated | top rated | 评分最高',
    least: 'worst rated | lowest rated',
  },
  satisfaction: { names: 'satisfaction | 满意度' },
  temperature: {
    names: 'temperature | temp | 温度 | 气温',
    says: 'degree | how warm | how hot | how cold | 多热 | 多冷',
    most: 'hottest | warmest | 最热 | 最暖',
    least: 'coldest | coolest | 最冷',
    more: 'hotter | warmer',
    less: 'colder | cooler',
  },
  humidity: { names: 'humidity | 湿度', most: 'most humid | 最潮湿' },
  wind: { names: 'wind | wind speed | windspeed | 风速 | 风力', most: 'windiest', least: 'calmest' },
  rain: {
    names: 'rain | rainfall | precipitation | 降雨量 | 降水量 | 雨量 | 降雨 | 降水',
    says: 'rain fell | rain fall | rain falls | did it rain | rained | 下雨 | 雨 | 下了多少雨',
    most: 'rainiest | wettest | 雨最多',
    least: 'driest',
  },
  pressure: { names: 'pressure | air pressure | 气压' },
  generation: { names: 'generation | generated | output | production | produced | 发电量 | 发电 | 产量' },
  speed: {
    names: 'speed | velocity | 速度',
    most: 'fastest | 最快',
    least: 'slowest | 最慢',
    more: 'faster',
    less: 'slower',
  },
  distance: {
    names: 'distance | mileage | 距离 | 里程',
    most: 'farthest | furthest | 最远',
    least: 'nearest | closest | 最近的',
    more: 'farther | further',
  },
  duration: {
    names: 'duration | 时长 | 用时',
    says: 'how long',
    most: 'longest | 最长',
    least: 'shortest | 最短',
    more: 'longer',
    less: 'shorter',
  },
  weight: {
    names: 'weight | 重量 | 体重',
    most: 'heaviest | 最重',
    least: 'lightest | 最轻',
    more: 'heavier',
    less: 'lighter',
  },
  height: {
    names: 'height | 身高 | 高度',
    says: 'how tall',
    most: 'tallest',
    least: 'shortest',
    more: 'taller',
    less: 'shorter',
  },
  population: { names: 'population | inhabitants | 人口', most: 'most populous' },
  views: { names: 'views | page views | 浏览量', most: 'most viewed' },
  visits: { names: 'visits | 访问量', most: 'most visited' },
  goals: { names: 'goals | goal | 进球 | 进球数', most: 'top scorer | 最佳射手' },
  assists: { names: 'assists | 助攻 | 助攻数' },
  position: { names: 'position | 位置 | 职位' },
  points: { names: 'points | 积分' },
  stock: { names: 'stock | inventory | 库存' },
  region: { names: 'region | area | territory | zone | 地区 | 区域 | 大区' },
  product: { names: 'product | item | article | goods | 商品 | 产品 | 货品' },
  category: { names: 'category | product category | 品类 | 类别 | 种类 | 分类', says: 'type | kind | 类型' },
  customer: { names: 'customer name | customer | client | buyer | 客户 | 顾客 | 买家 | 客户名称' },
  city: { names: 'city | town | 城市' },
  country: { names: 'country | nation | 国家' },
  store: { names: 'store | shop | branch | outlet | 门店 | 店铺 | 商店 | 分店', says: '店' },
  department: { names: 'department | dept | 部门' },
  team: { names: 'team | 团队 | 小组 | 球队', says: '队' },
  hotel: { names: 'hotel | 酒店 | 宾馆' },
  nights: { names: 'nights | 晚数 | 入住晚数', says: 'night stayed | 晚 | 夜' },
  guests: { names: 'guests | 客人数' },
  room: { names: 'room type | room | 房型 | 房间' },
  title: { names: 'job title | title | role | 职务 | 岗位' },
  priority: { names: 'priority | 优先级' },
  color: { names: 'color | colour | 颜色' },
  size: { names: 'size | 尺寸 | 尺码' },
  language: { names: 'language | 语言' },
  level: { names: 'level | 级别' },
  office: { names: 'office | 办公室 | 办公地点', says: 'location | site' },
  station: { names: 'station | 站点 | 测站 | 观测站', says: 'site | place | location | 站 | 地点' },
  status: { names: 'status | 状态' },
  supplier: { names: 'supplier | vendor | 供应商' },
  channel: { names: 'channel | 渠道' },
  employee: { names: 'employee name | employee | staff member | worker | 员工 | 员工姓名 | 职员' },
  person: { names: 'name | full name | person | 姓名 | 名字' },
  seller: { names: 'salesperson | sales rep | rep | seller | 销售员 | 业务员' },
  player: { names: 'player | athlete | 球员 | 选手 | 运动员' },
  student: { names: 'student | pupil | 学生' },
  manager: { names: 'manager | 经理' },
  driver: { names: 'driver | 司机' },
  author: { names: 'author | 作者' },
  gender: { names: 'gender | sex | 性别' },
  weather: { names: 'weather | 天气' },
  paid: { names: 'paid | is paid | 已付款 | 已付', says: '付款 | 支付' },
  remote: { names: 'remote | 远程', says: 'from home | 在家' },
  hired: { names: 'hired | hire date | joined | start date | 入职 | 入职日期' },
  date: { names: 'date | day | 日期' },
  source: { names: 'source | energy source | 来源 | 能源' },
  method: { names: 'method | mode | 方式' },
  page: { names: 'page | 页面' },
  tier: { names: 'tier | 等级 | 级别' },
  subject: { names: 'subject | course | 科目 | 课程 | 学科' },
  grade: { names: 'grade | mark | 成绩', says: '分 | 分数' },
  classroom: { names: 'class | classroom | 班级' },
  brand: { names: 'brand | 品牌' },
  project: { names: 'project | 项目' },
  vehicle: { names: 'vehicle | 车辆 | 车型' },
  delay: { names: 'delay | 延误 | 延迟' },
  destination: { names: 'destination | 目的地' },
  fuel: { names: 'fuel | 燃油 | 油耗' },
  area: { names: 'area size | surface | 面积' },
  budget: { names: 'budget | 预算' },
  tax: { names: 'tax | 税 | 税额' },
  attendance: { names: 'attendance | 出勤 | 到场人数' },
  capacity: { names: 'capacity | 容量' },
  address: { names: 'address | 地址' },
  agent: { names: 'agent | 客服' },
  version: { names: 'version | 版本' },
  downloads: { names: 'downloads | 下载量' },
  likes: { names: 'likes | 点赞数' },
  followers: { names: 'followers | 粉丝数' },
  consumption: { names: 'consumption | 用电量 | 消耗 | 消耗量' },
  voltage: { names: 'voltage | 电压' },
  calories: { names: 'calories | 热量 | 卡路里' },
  steps: { names: 'steps | 步数' },
  opponent: { names: 'opponent | 对手' },
  wins: { names: 'wins | 胜场' },
  province: { names: 'province | 省份 | 省' },
  crop: { names: 'crop | 作物' },
  yield: { names: 'yield | 亩产 | 单产' },
  harvest: { names: 'harvest | 收成' },
};

/** Names for one value. */
export const valueNames: readonly (readonly string[])[] = [
  'north | northern | 北部 | 北区 | 北方 | 北',
  'south | southern | 南部 | 南区 | 南方 | 南',
  'east | eastern | 东部 | 东区 | 东方 | 东',
  'west | western | 西部 | 西区 | 西方 | 西',
  'cancelled | cancelled | 取消 | 已取消 | 被取消',
  'shipped | 发货 | 已发货',
  'delivered | 送达 | 已送达 | 已交付',
  'pending | open | 待处理 | 未处理',
  'completed | complete | done | 完成 | 已完成',
  'returned | 退货 | 已退货',
  'male | man | m | 男 | 男性',
  'female | woman | f | 女 | 女性',
  'sunny | sun | 晴 | 晴天 | 晴朗',
  'rainy | rain | 雨 | 雨天 | 下雨',
  'cloudy | overcast | 阴 | 阴天 | 多云',
  'snowy | snow | 雪 | 雪天 | 下雪',
  'foggy | fog | 雾 | 雾天',
  'high | 高',
  'low | 低',
  'medium | 中',
  'germany | german | 德国',
  'france | french | 法国',
  'italy | italian | 意大利',
  'spain | spanish | 西班牙',
  'united kingdom | uk | great britain | 英国',
  'united states | usa | us | america | 美国',
  'china | chinese | 中国',
  'japan | japanese | 日本',
  'korea | south korea | 韩国',
  'india | indian | 印度',
  'brazil | brazilian | 巴西',
  'canada | canadian | 加拿大',
  'australia | australian | 澳大利亚',
  'russia | russian | 俄罗斯',
  'netherlands | dutch | 荷兰',
  'switzerland | swiss | 瑞士',
  'sweden | swedish | 瑞典',
  'norway | norwegian | 挪威',
  'poland | polish | 波兰',
  'chile | chilean | 智利',
  'mexico | mexican | 墨西哥',
  'beijing | 北京',
  'shanghai | 上海',
  'guangzhou | 广州',
  'shenzhen | 深圳',
  'berlin | 柏林',
  'munich | 慕尼黑',
  'hamburg | 汉堡',
  'paris | 巴黎',
  'london | 伦敦',
  'rome | 罗马',
  'madrid | 马德里',
  'vienna | 维也纳',
  'tokyo | 东京',
  'new york | 纽约',
  'oslo | 奥斯陆',
  'cairo | 开罗',
  'boston | 波士顿',
].map((line) => line.split(' | '));

/** Names of columns whose numbers are levels, not amounts: of these the mean says something, and the sum nothing. */
const rateWords: ReadonlySet<string> = new Set(
  `price rate ratio score rating age percent percentage pct temperature temp humidity pressure wind speed velocity salary wage height average avg mean
  median index level depth density concentration voltage share margin probability efficiency satisfaction grade gpa bmi latitude longitude altitude elevation
  ph ppm aqi hpa kmh kph mph utilization utilisation occupancy coverage frequency intensity moisture celsius fahrenheit degree pm nps conversion discount
  interest yield quality risk likelihood star`.split(/\s+/),
);
const rateEnding =
  /(?:率|价|价格|价钱|温|温度|气温|湿度|气压|风速|浓度|评分|分数|成绩|打分|年龄|占比|比例|百分比|满意度|指数|工资|薪资|薪水|月薪|年薪|身高|体重|速度|海拔|密度|程度|折扣|水平)$/;

/** What is a total already is added up, whatever it is the total of. */
const wholeWords: ReadonlySet<string> = new Set(['total', 'sum', 'subtotal', 'gross']);

/** Whether a column of numbers is averaged, by the whole words of its name. */
export function isLevelName(words: readonly string[], name: string): boolean {
  if (words.some((word) => wholeWords.has(word)) || /^(?:总|合计)/.test(name.trim())) return false;
  return words.some((word) => rateWords.has(word)) || rateEnding.test(name.trim());
}
