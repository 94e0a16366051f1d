import { dailyRows } from './daily-words.ts';
import { isHan, rootOf, rootsIn } from './roots.ts';

/**
 * Words that stand for the same thing in handbooks, manuals, terms and notes: groups between `/` and at the ends of lines. `_` joins the words of one
 * that is written in several; a word of two senses stands in two groups. What stands behind `>` answers to the words before it, and not the other way
 * round. Whatever is in no group has to stand in the document as it is asked for.
 */
const rows = `
return refund send_back sent_back give_back bring_back money_back 退款 退货 退换 退回 / pay paid money payment 付款 支付 缴费 交钱
cost price fee charge rate tariff 费用 价格 价钱 收费 单价 票价 / rent rental lease 租金 房租 租赁
annual_leave vacation holiday leave pto time_off day_off days_off take_off away 年假 假期 休假 放假 请假
parental_leave maternity_leave paternity_leave 产假 陪产假 育儿假 / parent 父母 家长 > father mother / father dad 父亲 爸爸 > parent
mother mum mom 母亲 妈妈 > parent / open opening opened business_hours opening_hours 开放 开门 营业 开馆 营业时间 开放时间
close closed shut rest_day 关门 休息 闭馆 打烊 歇业 关闭 / working_hours hours work_time working_time office_hours 上班 工作时间 上班时间 办公时间
ship shipping deliver delivery dispatch send 发货 配送 快递 送货 运送 寄出
buy buying bought purchase purchasing order ordering procure procurement acquire 购买 采购 订购 买 / sell sold sale 销售 出售 卖
employee staff worker colleague team_member personnel 员工 职员 同事 人员 / customer client buyer user 客户 顾客 用户
phone telephone phone_number call ring hotline helpline extension 电话 热线 分机 联系电话 / mobile_phone smartphone cell_phone phone mobile 手机
email e_mail mail mailbox 邮件 邮箱 电子邮件 / bike bicycle cycle 自行车 / car vehicle 汽车 车辆 私家车 车 / bus coach 大巴 巴士 班车
train rail railway 火车 高铁 / plane flight fly flying air_travel airline 飞机 航班 机票 / taxi cab 出租车 打车
laptop computer notebook pc 电脑 笔记本 计算机 笔记本电脑 / device machine equipment hardware appliance 设备 机器
device 设备 > laptop computer phone smartphone tablet 电脑 手机 / laptop computer notebook pc 电脑 笔记本 > device equipment 设备
phone smartphone tablet 手机 > device equipment 设备 / screen monitor display 显示器 屏幕 / headset headphones earphones 耳机
broken defective damaged faulty defect break 损坏 故障 坏了 破损 / fix repair mend repaired service 维修 修理 修
replace exchange exchanged swap change renew 更换 换新 替换 换 / begin start commence starting 开始 起
end finish expire lapse ends run_out 结束 到期 过期 失效 作废 / valid validity expire expiry 有效 有效期 到期
sick ill illness sickness disease unwell sick_leave 病假 生病 患病 / certificate note attestation proof confirmation 证明 凭证
doctor physician medical 医生 医院 / manager boss supervisor team_lead line_manager superior 主管 上司 领导 经理 负责人
responsible in_charge accountable owner 负责 负责人 主持 / salary wage pay payroll earnings 工资 薪水 薪资 月薪 / bonus 奖金 > 年终奖
annual_bonus year_end_bonus christmas_bonus 年终奖 / report tell inform notify let_know announce contact 报告 通知 告知 汇报 上报
approve approval approved consent agree agreed permission authorise authorize sign_off 审批 批准 审核 同意 许可
allow allowed permit permitted may permission can 允许 可以 准许 许可
forbidden prohibited banned must_not not_permitted not_allowed ban 禁止 不准 严禁 不得 不允许
mandatory required obligatory compulsory must need have_to 必须 强制 须 需要 / optional voluntary 自愿 可选 / guarantee warranty 保修 质保
discount rebate reduction 折扣 优惠 打折 > 八折 九折 七折 六折 五折 / invoice bill receipt proof_of_purchase 发票 票据 收据
cancel cancelled termination terminate call_off 取消 解约 / resign resignation quit notice notice_period 离职 辞职 离职通知
postpone postponed move moved moves delay delayed reschedule put_off 改到 推迟 延期 改期
release launch go_live come_out published publish 发布 上线 推出 / introduce introduced new add added 新增 新 / version release update 版本
remove removed drop dropped discontinued no_longer 移除 删除 / delete erase erased deleted wipe 删除 清除
support supported compatible compatibility work_with works_with 支持 兼容 / fast quick express urgent 加急 / quick fast speed 快 速度
travel trip journey business_trip 出差 差旅 旅行 / hotel accommodation lodging overnight 酒店 住宿 宾馆 旅馆
per_diem daily_allowance meal_allowance allowance subsistence 每日补贴 餐费 餐补 伙食 日补贴 / subsidy allowance contribution 补贴 补助 津贴
reimburse reimbursement claim claimed get_back paid_back refund covered 报销 / expense expenses spending 费用 开支 花费
submit submission hand_in file filed send_in turn_in submitted 提交 上交 递交 交 / meal food lunch dish eat 用餐 餐 午餐 吃饭 就餐
lunch midday_meal lunchtime 午餐 午饭 中饭 / breakfast 早餐 早饭 / dinner supper 晚餐 晚饭 / canteen cafeteria restaurant mensa 食堂 餐厅
vegetarian vegan meatless 素食 / drink beverage 饮料 / package parcel box 包裹 / wifi wi_fi wlan internet network wireless 无线网 网络
internet network web online 网络 线上 网上 在线 / visitor guest 访客 客人 来宾 来访者 / friend guest visitor 朋友
family relative relatives spouse 家属 家人 亲属 / child children kid kids 儿童 小孩 孩子 / pet animal 宠物 > dog cat 狗 猫 犬
dog 狗 > pet animal 宠物 犬 / cat 猫 > pet animal 宠物 / dog dogs 狗 犬 带狗 / abroad international foreign overseas 国外 境外 海外
remote remotely remote_work work_from_home working_from_home home_office homeoffice telework teleworking worked_from_home 远程 居家 在家办公 远程办公 居家办公
password passphrase passcode credentials 密码 口令 / pin pin_code / login log_in sign_in signin log_on 登录 登陆
register registration apply application sign_up signup enrol enroll book 报名 登记 注册 / book booking reserve reservation 预订 预约 订
steal stole stolen theft thief disappear disappears 被偷 失窃 被盗 / lose lost loss disappear disappears missing mislaid 丢失 遗失 丢了 挂失
km kilometre kilometer kilometres 公里 千米 / metre meter metres m 米 / cm centimetre centimeter 厘米 / kg kilo kilogram 公斤 千克
litre liter litres l 升 / weigh weight heavy weighs 重量 多重 / noise loud noisy db decibel 噪音 噪声 / quiet silent quieter 静音 安静
height tall high 高度 多高 / width wide broad 宽度 多宽 / length long_is 长度 / size big large dimension dimensions capacity volume 尺寸 大小 容量
runtime running_time battery_life battery_last run_time 续航 / temperature hot cold degrees 温度 / flash flashing blink blinking 闪烁 闪
light lamp led indicator 灯 指示灯 / own private personal privately 私人 个人 自己 / parking park car_park 停车 车位 停车位
building house premises office 大楼 办公楼 / office building workplace workstation 办公室
entrance door access enter get_in get_into gain_access come_in 进入 入口 进门 门禁 / key badge access_card id_card pass 工卡 门卡 / lift elevator 电梯
smoke smoking cigarette 吸烟 抽烟 / gym fitness 健身 / shower showers 淋浴 洗澡 / toilet restroom bathroom washroom 洗手间 卫生间 厕所
break pause rest 休息 午休 / overtime extra_hours additional_hours 加班 / notice advance beforehand ahead in_advance 提前 事先
maximum most max at_most up_to limit limited cap no_more_than not_exceed ceiling upper 最多 最高 不超过 上限 限额 至多
minimum least min at_least no_less_than 最少 最低 至少 不少于 起
deadline due no_later by_when latest due_date until by 截止 最晚 截止日期 截至 之前 日前
probation trial_period probationary probation_period trial 试用期 / internship intern trainee 实习 实习生
wedding marriage marry married get_married 婚假 结婚 / death bereavement funeral died die 丧假 / birth baby born 生育 出生
move moving relocate relocation 搬家 / lawyer legal_counsel legal attorney 律师 法务 / hire hiring recruit recruitment 招聘 录用
fire dismiss dismissal lay_off 解雇 辞退 / train training course seminar workshop education 培训 课程 / meeting session conference 会议 例会
room meeting_room 会议室 房间 / minute_taker minutes secretary 记录 / chair host moderator chaired chairperson 主持 主持人
attend attendee present participant took_part take_part participate 出席 参加 与会 到会 / absent excused missing not_present 缺席 请假
decide decided decision agreed resolve 决定 决议 / task todo action actions open_items to_do 待办 任务 / budget fund funds funding 预算 经费 资金
spend spent spending 花费 支出 / supplier vendor provider 供应商 / contract agreement 合同 协议 / sign signed signature 签 签订 签署
warehouse depot storehouse stockroom 仓库 / storage storage_space store stored storing save saved keep kept backup 储存 存放 保存
trade_fair fair exhibition expo trade_show 展会 展览 / survey poll questionnaire 调查 问卷 / satisfied satisfaction happy content 满意
complaint complain complaints 投诉 抱怨 / customer_service customer_support service_desk support helpline helpdesk help_desk service 客服 售后
it_support service_desk helpdesk help_desk it 技术支持 / website web_site site web_page homepage 网站 网址
app application program software 应用 软件 / install installing installation set_up setup mount 安装 / voice voice_control spoken speak by_voice 语音
assistant assistants 助手 / reset factory_settings restore 重置 恢复出厂 / charge charging charged recharge 充电 / battery accumulator 电池
plug power_cord cable cord 电源线 / clean cleaning wash wipe 清洁 清洗 打扫 / dirt dust 灰尘 / map maps plan 地图 / carpet rug carpets 地毯
stair staircase 楼梯 / floor level storey story 楼层 / ground_floor 一楼 首层 / spare_part spare replacement_part accessory accessories 配件 零件
shop store dealer retailer 商店 商城 / gather meet meeting_point assemble departure depart leave 集合 出发 启程 动身 碰头
where place location venue 地点 位置 / excursion outing team_building trip 团建 郊游 / wear clothes clothing dress shoes 穿 着装 服装
rain rainy bad_weather 下雨 雨天 / party celebration festivity fete fest bbq barbecue 聚会 派对 / insurance insured 保险
accident injury injured 事故 受伤 工伤 / emergency 紧急 应急 / fire_alarm fire evacuate evacuation 火灾 / safe safety secure security 安全
gift present gifts 礼品 礼物 / alcohol alcoholic wine beer 酒 酒精 饮酒 / cash banknotes 现金 / card credit_card bank_card 卡 刷卡
set_menu set_meal combo 套餐 / privacy data_protection personal_data gdpr 隐私 数据保护 / copy copies backup 备份
back_up backup backed_up backups 备份 / suspicious phishing scam spam 钓鱼 可疑 / print printer printing 打印 打印机
post postage shipping_costs mail 邮费 运费 / member membership members 会员 / adult adults 成人 成年人 / student students 学生
pool swimming_pool swim 泳池 游泳池 游泳 / locker wardrobe 更衣柜 储物柜 / overnight night nights 每晚 晚上
day daily per_day every_day each_day 每天 一天 每日 天 / week weekly per_week every_week each_week 每周 一周 周
month monthly per_month each_month every_month 每月 一个月 每个月 月 / year yearly annual annually per_year each_year every_year 每年 一年 年
sparkling_water carbonated / monday mon 周一 星期一 礼拜一 > weekday workday working_day daily every_day 工作日 每天 每日
tuesday tue 周二 星期二 礼拜二 > weekday workday working_day daily every_day 工作日 每天 每日
wednesday wed 周三 星期三 礼拜三 > weekday workday working_day daily every_day 工作日 每天 每日
thursday thu 周四 星期四 礼拜四 > weekday workday working_day daily every_day 工作日 每天 每日
friday fri 周五 星期五 礼拜五 > weekday workday working_day daily every_day 工作日 每天 每日
saturday sat 周六 星期六 礼拜六 > weekend daily every_day 周末 每天 每日
sunday sun 周日 星期日 星期天 礼拜天 > weekend daily every_day 周末 每天 每日 / weekday workday working_day 工作日
weekend 周末 > saturday sunday 周六 周日 星期六 星期日 星期天 / morning early 早上 上午 / noon midday 中午 / evening tonight 晚上
public_holiday bank_holiday 节假日 法定节假日 公休 国庆 国庆节 春节 元旦 中秋 中秋节 端午节 清明节 劳动节 > holiday / fit hold capacity contain 容量
strong strength intensity stronger 浓度 强度 / late overdue tardy lateness 迟到 逾期 超期 / fine penalty charge fee surcharge 罚款 扣 扣发 罚
extend extension renew renewal prolong prolongation 续借 续签 延长 续期 / borrow borrowing loan lend lending checkout 借 借阅 外借 借书
dvd film movie video 电影 / turn_off switch_off shut_down power_off switches off 关机 关闭 / turn_on switch_on power_on boot 开机 打开
hot warm lukewarm heat temperature cold 热
language 语言 > english german french spanish italian polish czech chinese mandarin japanese portuguese dutch 英语 中文 法语
chinese mandarin 中文 汉语 普通话 / class lesson course 课 课程 上课 / sleep standby sleep_mode 休眠 待机 / update upgrade firmware 升级 更新
error fault failure problem issue trouble malfunction 错误 故障 问题 / cause reason because 原因 / solution remedy resolve fix workaround 解决
stuck jammed blocked jam clogged 卡住 堵塞 / assemble assembly put_together mount 安装 组装 / disassemble take_apart dismantle 拆
dispose disposal recycle throw_away discard 回收 处理 丢弃 / water_tank tank reservoir 水箱 / bean grind grinder 咖啡豆
limescale lime descale descaling 除垢 水垢 / dishwasher dishwasher_safe 洗碗机 / cup mug 杯 / waterproof water_resistant splash_proof ipx 防水
range reach distance radius 距离 范围 / colour color 颜色 彩色 / dimension size measurement big large 尺寸
box package packaging package_contents included contents 包装 包装盒 / connect connection pair pairing 连接 配对 / bluetooth 蓝牙
account profile user_account 账户 账号 帐号 / subscription subscribe plan 订阅 套餐 / offline without_internet 离线 / export download 导出 下载
import upload 导入 上传 / data information 数据 / setting settings option configuration configure 设置 配置 / button key switch 按钮 按键
display screen 屏幕 显示 / sound volume speaker 声音 音量 / camera 摄像头 相机 / schedule timetable timer 时间表 定时 日程 / fail failed crash 失败
slow slowly 慢 / visa work_permit residence_permit 签证 / flat apartment housing accommodation 公寓 住房 宿舍
rent_subsidy housing_allowance housing_subsidy 房补 住房补贴 / medical_check health_check check_up checkup physical_exam medical_examination 体检
flu vaccination vaccine jab 疫苗 / first_aid first_aider 急救 / insurance health_insurance 医保 社保 保险 / pension retirement 养老金 退休
tax taxes 税 / payday pay_day salary_date 发工资 发薪 工资日 / arrive arrives be_paid transferred transfer paid_out 到账 打到 发放 发 转账
cake voucher 蛋糕 / birthday 生日 / shuttle shuttle_bus 班车 / last_bus 末班 末班车 / office_supplies stationery 办公用品
desk reception front_desk 前台 接待 / badge id_badge id_card pass 工牌 工卡 门卡 / key keys 钥匙 / punch_in attendance clock_in 打卡 考勤
flexible flexitime flexi_time flextime 弹性 / core_time core_hours 核心时间 / part_time half_time 兼职 / night_shift 夜班 / shift roster 轮班 班次
compensate compensation time_off_in_lieu 调休 补休 / carry_over carried_over roll_over transfer_to_next_year moved_to_next 结转 顺延 / half_day 半天
unpaid unpaid_leave sabbatical 无薪假 停薪 / complain complaint grievance 投诉 / harassment bullying discrimination 骚扰
confidential confidentiality secret nda 保密 / side_job second_job secondary_employment 兼职 副业 / gift present hospitality 礼品
dress dress_code clothing attire 着装 / social_media 社交媒体 / travel_agency portal 携程 / second_class economy economy_class 二等座 经济舱
first_class business_class 商务舱 一等座 / mileage kilometre_allowance car_allowance per_kilometre 里程 / receipt proof voucher 票据 小票
currency exchange_rate 汇率 / tip tips gratuity 小费 / phone_bill roaming mobile_data 漫游 / chairman chairwoman chair chairperson president 主席
treasurer cashier 财务 出纳 / vote votes voted ballot 投票 表决 / reject rejected refuse refused turned_down decline 拒绝 否决
accept accepted adopted passed approved 通过 / propose proposal suggest suggestion suggested 建议 提案 / next_meeting following_meeting 下次 下周
venue takes_place held 地点 / volunteer helper 志愿者 / roof ceiling 屋顶 / lowest_offer offer quote quotation bid tender 报价 询价
surplus profit 盈余 利润 / loss deficit 亏损 / turnover sales revenue 营业额 销售额 收入 / goal target objective 目标
milestone deadline due_date 里程碑 / prototype sample 样品 样机 / bug defect issue 缺陷 / test tester testing tests 测试 / customer_survey survey 调查
marketing advertising advertisement ad promotion 推广 广告 营销 宣传 / photographer photo photos 摄影 / website homepage 网站 官网
newsletter mailing 通讯 / logistics carrier haulier 物流 / price_list pricing 价目表 价格表 / competitor competition 竞争 / strategy roadmap 战略 规划
move relocate relocation 搬迁 搬到 / site location branch 分公司 网点 / visitor_badge guest_badge 访客证 / lost_property lost_and_found 失物 失物招领
locker storage_box 储物柜 / towel towels 毛巾 / coach trainer instructor 教练 / sauna 桑拿 / fee_reduced reduced concession discount 优惠
pupil student 学生 / pensioner senior retiree 老人 退休 / underage minor under_14 未成年 / toddler baby infant 婴儿 / bread cake bakery 面包
pressure 压力 气压 > bar psi / weight heavy weigh 重量 > kg kilogram gram g pound / distance far range 距离 > km kilometre metre mile
temperature 温度 > celsius c / speed fast 速度 > km_h kmh mph / size dimension big 尺寸 > cm mm / power wattage 功率 > watt w kw
storage storage_space capacity 容量 > gb mb tb litre / noise loud > db decibel / voltage > volt / salary pay income > eur gross
offline > without_internet without_connection without_a_connection no_connection / pay > covered borne bears bear costs charged / video film recording footage 视频 录像 / dark night night_vision 夜视 / vaccination vaccine jab inoculation measles_jab / ring earring necklace jewellery jewelry 首饰 / visit visitor visiting 探访 参观 / christmas 圣诞 圣诞节 / nurse ward staff_nurse 护士 / contract order commission
trip outing excursion school_trip class_outing class_trip field_trip day_trip / accompany accompany come_along escort chaperone 陪同
夜间 半夜 夜里 深夜 晚上 / 坏了 故障 报修 维修 修 损坏 / rise increase go_up raise 上涨 涨 提高 / fall decrease go_down lower 下降 降低
use usage utilise 使用 / order_number order_id 订单号 / waste rubbish garbage trash bin litter 垃圾 / neighbour resident household 住户 业主 居民
electricity power_supply 电费 用电 / water_supply water_outage 停水 / heating heater radiator 暖气 供暖 / annual_party 年会 / property_fee service_charge 物业费
renovate renovation refurbish 装修 / deposit security_deposit 押金 / stairwell staircase hallway 楼道 / playground 游乐区
teacher lecturer instructor 老师 教师 / headteacher principal head director 校长 / pupil student schoolchild 学生 / term semester 学期
exam examination test 考试 / homework assignment 作业 / grade mark score 成绩 / caretaker janitor facility_manager
`;

type Senses = Map<string, string[]>;
/** By the entries of a question, and by those of a document. */
const [whenAsked, whenSaid]: [Senses, Senses] = [new Map(), new Map()];
let longestHan = 1;
for (const [at, row] of `${rows.trim()}\n${dailyRows.trim()}`
  .trim()
  .split(/\n| \/ /)
  .entries()) {
  const [same = '', only = ''] = row.split(' > ');
  for (const entry of [...same.split(' '), ...only.split(' ')].filter((text) => text !== '')) {
    const key = isHan(entry) ? entry : entry.split('_').map(rootOf).join(' ');
    const lists = same.split(' ').includes(entry) ? [whenAsked, whenSaid] : [whenSaid];
    for (const list of lists) list.set(key, [...(list.get(key) ?? []), String(at)]);
    if (isHan(entry)) longestHan = Math.max(longestHan, entry.length);
  }
}

/** So many words are one entry at most. */
const longestPhrase = 3;

/** What the words of a list can mean that begin at a place, the longest entry first. */
export function phraseAt(
  roots: readonly string[],
  at: number,
): { readonly length: number; readonly senses: readonly string[] } | undefined {
  for (let length = Math.min(longestPhrase, roots.length - at); length > 0; length--) {
    const senses = whenAsked.get(roots.slice(at, at + length).join(' '));
    if (senses) return { length, senses };
  }
  return undefined;
}

/** The same in a run of Han characters. */
export function hanPhraseAt(
  run: string,
  at: number,
): { readonly length: number; readonly senses: readonly string[] } | undefined {
  for (let length = Math.min(longestHan, run.length - at); length > 0; length--) {
    const senses = whenAsked.get(run.slice(at, at + length));
    if (senses) return { length, senses };
  }
  return undefined;
}

/** "Switch the light on" is "switch on the light". */
export const particles: ReadonlySet<string> = new Set(
  'back off on in up out away over apart together along'.split(' '),
);
export const mostApart = 5;

/** All that the words of a text can stand for. */
export function sensesIn(text: string): Set<string> {
  const senses = new Set<string>();
  const add = (entry: string) => {
    for (const sense of whenSaid.get(entry) ?? []) senses.add(sense);
  };
  addLatin(rootsIn(text), add);
  for (const [run] of text.matchAll(/\p{Script=Han}+/gu)) {
    for (let at = 0; at < run.length; at++) {
      for (let length = 1; length <= longestHan; length++) add(run.slice(at, at + length));
    }
  }
  return senses;
}

/** What can be an entry: words beside each other, and a verb with its particle. */
function addLatin(roots: readonly string[], add: (entry: string) => void): void {
  for (const at of roots.keys()) {
    for (let length = 1; length <= longestPhrase; length++) add(roots.slice(at, at + length).join(' '));
    for (const word of roots.slice(at + 2, at + mostApart)) if (particles.has(word)) add(`${roots[at]} ${word}`);
  }
}
